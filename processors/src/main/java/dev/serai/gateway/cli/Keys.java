/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.PrintWriter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import picocli.CommandLine.Command;

@Command(
        name = "keys",
        description = "Shows the keys of all callers; never the keys themselves.%n",
        subcommands = {CreateKey.class, RotateKey.class, RevokeKey.class})
final class Keys extends ApiCommand {
    private static final Table TABLE = Table.of(
            "caller", "id", "key", "source", "state", "created", "createdBy", "expires", "revoked", "lastUsed");

    @Override
    JsonNode ask(AdminApi api) {
        return api.get("keys");
    }

    @Override
    void show(JsonNode answer, PrintWriter out) {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        answer.path("callers").forEach(caller -> caller.path("keys")
                .forEach(key -> rows.add(((ObjectNode) key.deepCopy())
                        .put("caller", caller.path("caller").asText()))));
        TABLE.print(rows, "no caller has a key", out);
    }

    /** The one time that a key is shown. */
    static void printNew(JsonNode answer, PrintWriter out) {
        out.println(answer.path("key").asText());
        out.println("This is the only time that it is shown. Its id is "
                + answer.path("id").asText() + ".");
        JsonNode replaced = answer.path("replaced");
        if (replaced.isObject()) {
            out.println("The key " + replaced.path("id").asText() + " works until "
                    + replaced.path("expires").asText() + ".");
        }
    }
}
