/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class KameletShapeTest {
    private static final String FILE = """
            apiVersion: camel.apache.org/v1
            kind: Kamelet
            metadata:
              name: twice
            spec:
              definition:
                required: [deployment]
                properties:
                  deployment: { title: Deployment, type: string, format: deployment }
              template:
                from:
                  uri: kamelet:source
                  steps:
                    - to: "deployment:{{deployment}}"
            """;

    @TempDir
    Path folder;

    @Test
    void aGoodOnePasses() {
        assertThat(problems(FILE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            kind: Kamelet           | kind: Kamlet          | 2 | 'kind' is 'Kamlet', but is to be 'Kamelet' — write 'Kamelet'
            name: twice             | name: thrice          | 4 | 'metadata.name' is 'thrice', but is to be 'twice' — write 'twice', or rename the file
            spec:                   | spce:                 | 5 | unknown key 'spce' in a kamelet — did you mean 'spec'? Known keys: apiVersion, kind, metadata, spec
            required: [deployment]  | required: [deployments] | 7 | required 'deployments' is none of its properties — did you mean 'deployment'? Known properties: deployment
            required: [deployment]  | required: deployment  | 7 | 'required' is not a list — write it in brackets: [a, b]
            template:               | tmplate:              | 10 | unknown key 'spec.tmplate' in a kamelet — did you mean 'template'?
            - to:                   | - too:                | 14 | unknown EIP 'too' — did you mean 'to'?
            uri: kamelet:source     | url: kamelet:source   | 12 | unknown field 'url' in 'from' — did you mean 'uri'?
            from:                   | form:                 | 10 | the template has no route — add 'from:' with 'uri: kamelet:source' and 'steps:'
            """)
    void aMistakeInIt(String text, String broken, int line, String problem) {
        assertThat(problems(FILE.replace(text, broken)))
                .singleElement()
                .asString()
                .startsWith("routes/patterns/twice.kamelet.yaml:" + line + ": " + problem);
    }

    @Test
    void oneThatIsNotYaml() {
        assertThat(problems("a: ["))
                .singleElement()
                .asString()
                .startsWith("routes/patterns/twice.kamelet.yaml:1:5: not YAML");
    }

    private List<String> problems(String kamelet) {
        return new RouteHome(folder)
                .write("routes/patterns/twice.kamelet.yaml", kamelet)
                .problems();
    }
}
