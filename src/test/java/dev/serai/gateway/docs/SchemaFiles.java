/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.camel.dsl.yaml.YamlRoutesBuilderLoader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.gateway.deployment.Capabilities;
import dev.serai.gateway.deployment.Credential;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.ledger.budget.Budget;
import dev.serai.gateway.ledger.price.Price;
import dev.serai.gateway.task.CachePolicy;
import dev.serai.gateway.task.ContractReader;
import dev.serai.gateway.task.TaskContract;
import dev.serai.llm.dialect.Json;

/** The JSON schemas that editors complete Serai's files by, made of the records and the pages that describe them. */
final class SchemaFiles {
    private static final String DRAFT = "http://json-schema.org/draft-07/schema#";
    private static final String CAMEL = "camel-yaml-dsl.json";

    private SchemaFiles() {}

    /** By file name. */
    static Map<String, JsonNode> all() throws Exception {
        Map<String, JsonNode> files = new LinkedHashMap<>();
        files.put(CAMEL, camel());
        files.put("task.schema.json", task());
        files.put("deployments.schema.json", deployments());
        files.put("callers.schema.json", callers());
        files.put("prices.schema.json", prices());
        files.put("budgets.schema.json", budgets());
        return files;
    }

    /** Camel's own, of the version that Serai runs on, so that editors need no network. */
    private static JsonNode camel() {
        try (InputStream json = YamlRoutesBuilderLoader.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
            return Json.MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Camel's, and the contract where a route consumes from a task. */
    private static ObjectNode task() throws IOException {
        ObjectNode schema = root("A task of Serai: routes/tasks/*.yaml");
        schema.putArray("allOf")
                .add(Json.MAPPER.createObjectNode().put("$ref", CAMEL))
                .add(Json.MAPPER.readTree("""
                        {"items": {"properties": {
                          "route": {"properties": {"from": {"$ref": "#/definitions/from"}}},
                          "from": {"$ref": "#/definitions/from"}}}}"""));
        ObjectNode definitions = schema.putObject("definitions");
        definitions.set("from", Json.MAPPER.readTree("""
                {"if": {"required": ["uri"], "properties": {"uri": {"pattern": "^task:[^?]*$"}}},
                 "then": {"required": ["parameters"], "properties": {"parameters": {"$ref": "#/definitions/contract"}}}}"""));
        definitions.set("contract", contract());
        return schema;
    }

    private static ObjectNode contract() throws IOException {
        KeyTable table = KeyTable.below("## Tasks");
        ObjectNode contract = SchemaTypes.closed();
        ObjectNode properties = contract.putObject("properties");
        Map<String, Class<?>> types = new LinkedHashMap<>();
        for (Class<?> part : List.of(TaskContract.class, CachePolicy.class)) {
            Arrays.stream(part.getRecordComponents())
                    .forEach(component -> types.put(component.getName(), component.getType()));
        }
        for (String name : ContractReader.PARAMETERS) {
            properties.set(name, table.describe(name, parameter(name, types.get(name))));
        }
        table.require(contract);
        return contract;
    }

    /** Parameters are written as texts, lists among them. */
    private static ObjectNode parameter(String name, Class<?> type) {
        return switch (name) {
            case "operation" -> SchemaTypes.among(List.of("chat", "embeddings"));
            case "reasoningEffort" -> SchemaTypes.among(List.of("none", "minimal", "low", "medium", "high"));
            case "requires" -> {
                String one = "("
                        + String.join("|", Capabilities.KNOWN.stream().sorted().toList()) + ")";
                yield SchemaTypes.text("^\\s*" + one + "(\\s*,\\s*" + one + ")*\\s*$");
            }
            case "requestsPerMinute", "inputTokensPerMinute", "outputTokensPerMinute" -> SchemaTypes.of(Integer.class);
            case "prompt", "outputSchema", "aliases", "regions", "mayLose" -> SchemaTypes.text(null);
            default -> SchemaTypes.of(type);
        };
    }

    private static ObjectNode deployments() throws IOException {
        ObjectNode schema = root("Serai's deployments: config/deployments.yaml");
        ObjectNode properties = schema.put("additionalProperties", false).putObject("properties");
        ObjectNode credential = SchemaTypes.record(Credential.class, KeyTable.below("A credential:"));
        properties.set("credentials", SchemaTypes.named(credential));
        ObjectNode deployment = SchemaTypes.record(Deployment.class, KeyTable.below("A deployment:"));
        // the defaults may have any of them
        ObjectNode ofAll = deployment.deepCopy();
        properties.set("defaults", ofAll);
        deployment.putArray("required").add("uri");
        properties.set("deployments", SchemaTypes.named(deployment));
        return schema;
    }

    private static ObjectNode callers() throws Exception {
        ObjectNode schema = root("Serai's callers: config/callers.yaml");
        KeyTable table = KeyTable.below("## Callers");
        ObjectNode caller = SchemaTypes.record(Class.forName("dev.serai.gateway.identity.CallerEntry"), table);
        table.require(caller);
        caller.set("oneOf", Json.MAPPER.readTree("""
                [{"required": ["keyHash"]}, {"required": ["keyHashes"]}, {"required": ["keyFile"]}]"""));
        schema.put("additionalProperties", false).putObject("properties").set("callers", SchemaTypes.named(caller));
        return schema;
    }

    private static ObjectNode prices() throws IOException {
        ObjectNode schema = root("Serai's prices: config/prices.yaml");
        ObjectNode price = SchemaTypes.record(Price.class, KeyTable.below("## Prices"));
        price.putArray("required").add("rates");
        schema.put("additionalProperties", false).putObject("properties").set("prices", SchemaTypes.named(price));
        return schema;
    }

    private static ObjectNode budgets() throws IOException {
        ObjectNode schema = root("Serai's limits on money: config/budgets.yaml");
        ObjectNode properties = schema.put("additionalProperties", false).putObject("properties");
        ObjectNode budget = SchemaTypes.named(SchemaTypes.record(Budget.class, KeyTable.below("## Budgets")));
        ObjectNode budgets = SchemaTypes.closed();
        ObjectNode kinds = budgets.putObject("properties");
        List.of("organisations", "teams", "tasks").forEach(kind -> kinds.set(kind, budget.deepCopy()));
        properties.set("budgets", budgets);
        ObjectNode ceilings = SchemaTypes.closed();
        ceilings.putObject("properties")
                .<ObjectNode>set("gateway", SchemaTypes.of(BigDecimal.class))
                .set("organisations", SchemaTypes.named(SchemaTypes.of(BigDecimal.class)));
        properties.set("ceilings", ceilings);
        return schema;
    }

    private static ObjectNode root(String title) {
        return Json.MAPPER.createObjectNode().put("$schema", DRAFT).put("title", title);
    }
}
