/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.check;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RouteShapeTest {
    @TempDir
    Path folder;

    private RouteHome home;

    @BeforeEach
    void makeAHome() {
        home = new RouteHome(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            - toD: { uri: "deployment:one", alowUri: x }   | 9 | unknown field 'alowUri' in 'toD' — Known fields: allowOptimisedComponents, autoStartComponents
            - toD: { uri: "deployment:one", patern: x }    | 9 | unknown field 'patern' in 'toD' — did you mean 'pattern'? Known fields: allowOptimisedComponents
            - too: deployment:one                          | 9 | unknown EIP 'too' — did you mean 'to'? Known EIPs: aggregate, bean
            - toD: { pattern: InOut }                      | 9 | 'toD' has no 'uri' — add 'uri:' to it
            - to: [a, b]                                   | 9 | 'to' is a list, but is to be a single value — write one value behind the colon
            - multicast: { steps: { to: "deployment:one" } } | 9 | 'steps' has keys below it, but is to be a list — write its entries below it, each with a '-'
            - multicast: all                               | 9 | 'multicast' is 'all', but is to be keys and their values — put its keys below it, indented; {} where it has none
            - multicast: { parallelProcessing: maybe }     | 9 | 'parallelProcessing' is 'maybe', but is to be true or false — write true or false
            - toD: { uri: "deployment:one", cacheSize: big } | 9 | 'cacheSize' is 'big', but is to be a number — write digits only
            - to: { uri: "deployment:one", pattern: InOnce } | 9 | 'pattern' is 'InOnce', which it does not know — did you mean 'InOnly'? Known values: InOnly, InOut
            - { to: "deployment:one", log: "hello" }       | 9 | 'to' and 'log' stand in one entry — give each a '-' of its own, or indent the second
            - stop:                                        | 9 | '[0].route.from.steps[0].stop' has no value — give it one, or remove the key
            """)
    void aStepThatCamelDoesNotKnow(String step, int line, String problem) {
        home.task("maxAttempts: 1", step);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml:" + line + ": " + problem);
    }

    @Test
    void aFileThatIsNotYaml() {
        home.write("routes/tasks/t.yaml", """
                - route:
                    id: "t
                    from: task:t
                """);

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml:4:1: not YAML: found unexpected end of stream")
                .contains(" — check indentation, colons and quotes here");
    }

    @Test
    void aFileThatIsNoList() {
        home.write("routes/tasks/t.yaml", "route:\n  id: t\n");

        assertThat(home.problems())
                .containsExactly("routes/tasks/t.yaml:1: not a list — write a list of entries, e.g. '- route:'. "
                        + "Known entries: beans, dataFormats, errorHandler, from, intercept, interceptFrom, "
                        + "interceptSendToEndpoint, onCompletion, onException, rest, restConfiguration, route, "
                        + "routeConfiguration, routeTemplate, templatedRoute");
    }

    @Test
    void anEmptyFile() {
        home.write("routes/tasks/t.yaml", "# later\n");

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith("routes/tasks/t.yaml: has no entries — write a list of entries");
    }

    @Test
    void anUnknownEntry() {
        home.write("routes/tasks/t.yaml", "\n- rout:\n    id: t\n");

        assertThat(home.problems())
                .singleElement()
                .asString()
                .startsWith(
                        "routes/tasks/t.yaml:2: unknown entry 'rout' in the file — did you mean 'route'? Known entries: beans");
    }

    @Test
    void aFileThatWouldBePassedOver() {
        home.write("routes/tasks/t.yml", "")
                .write("routes/.t.yaml.swp.yaml", "[")
                .write("routes/..data/t.yaml", "[");

        assertThat(home.problems())
                .containsExactly("routes/tasks/t.yml: its name ends in .yml, so nothing reads it — rename it to .yaml");
    }

    @Test
    void everyBrokenFileIsTold() {
        home.write("routes/a.yaml", "a: b").write("routes/b.yaml", "[");

        assertThat(home.problems()).hasSize(2);
    }
}
