/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import dev.serai.gateway.GatewayUnderTest;
import dev.serai.gateway.task.ContractReader;

import static org.assertj.core.api.Assertions.assertThat;

/** What docs/authoring.md shows works, and it leaves no parameter of a contract out (C1, C2). */
class AuthoringPageTest {
    private static final Pattern TASK = Pattern.compile("uri: task:([a-z-]+)");

    @Test
    @DisplayName("C1: every task of the page loads and answers")
    void everyTaskAnswers() throws Exception {
        // Given
        GatewayUnderTest.Builder setup = GatewayUnderTest.builder();
        List<String> tasks = new ArrayList<>();
        for (String block : Page.read("docs/authoring.md").blocks("yaml")) {
            var task = TASK.matcher(block);
            assertThat(task.find()).isTrue();
            tasks.add(task.group(1));
            setup.file("routes/tasks/" + task.group(1) + ".yaml", block);
        }
        GatewayUnderTest gateway = setup.shared();
        for (String task : tasks) {
            // When
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(call(gateway, task), HttpResponse.BodyHandlers.ofString());
            // Then
            assertThat(response.statusCode()).as(task + ": " + response.body()).isEqualTo(200);
        }
        assertThat(tasks).hasSize(3);
    }

    @Test
    @DisplayName("C2: every parameter of a contract has its purpose")
    void everyParameterHasItsPurpose() throws Exception {
        // Given
        String page = Page.read("docs/authoring.md").text();
        String purposes = page.substring(page.indexOf("## The contract"), page.indexOf("## The strategy"));
        List<String> others = List.of("owner", "mayLose", "hopOnPolicyRejection");
        // Then
        for (String parameter : ContractReader.PARAMETERS) {
            if (!others.contains(parameter)) {
                assertThat(purposes).contains("`" + parameter);
            }
        }
    }

    private static HttpRequest call(GatewayUnderTest gateway, String task) {
        return HttpRequest.newBuilder(gateway.baseUrl().resolve("/gateway/use-cases/" + task))
                .header("Authorization", "Bearer " + gateway.key())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"input\": \"Why do I pay twice?\"}"))
                .build();
    }
}
