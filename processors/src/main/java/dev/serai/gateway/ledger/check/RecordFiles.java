/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.dialect.Json;

/** Decision records in a folder, or below it: what calls have cost by what was said of them. Thread-safe. */
final class RecordFiles {
    private static final int DEEPEST = 5;
    private static final String FILES = "decision-records*.jsonl";

    private final Path folder;
    private final boolean all;

    /**
     * @param all whether they are those of all calls: in a fleet each instance has its own, and those of several are in a folder
     *     each
     */
    RecordFiles(Path folder, boolean all) {
        this.folder = folder;
        this.all = all;
    }

    boolean areAll() {
        return all;
    }

    /**
     * What a record says of money.
     *
     * @param source the folder that it is in
     * @param cost   null where it says nothing
     * @param credit what the customer is charged, before anything that the gateway bears; null where it says nothing
     */
    record Said(Path source, String callId, Instant arrived, Usd cost, Usd credit) {
        boolean ofMoney() {
            return credit != null || cost != null && !cost.isZero();
        }
    }

    /** Gives all of them, in the order of their files, and the lines that are none. */
    void read(Consumer<Said> records, Findings findings) {
        for (Path file : files()) {
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                long number = 0;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    Said said = said(file.getParent(), line);
                    if (said == null) {
                        findings.add("record", folder.relativize(file) + ":" + number, "is no decision record");
                    } else {
                        records.accept(said);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the decision records cannot be read", e);
            }
        }
    }

    private List<Path> files() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            var matcher = folder.getFileSystem().getPathMatcher("glob:" + FILES);
            return files.filter(file -> matcher.matches(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the decision records cannot be listed", e);
        }
    }

    private static Said said(Path source, String line) {
        try {
            JsonNode json = Json.MAPPER.readTree(line);
            return new Said(
                    source,
                    json.required("requestId").asText(),
                    Instant.parse(json.required("arrived").asText()),
                    usd(json.path("providerCostUsd")),
                    usd(json.path("money").path("chargedUsd")));
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException e) {
            return null;
        }
    }

    private static Usd usd(JsonNode number) {
        return number.isNumber() ? Usd.of(new BigDecimal(number.asText())) : null;
    }
}
