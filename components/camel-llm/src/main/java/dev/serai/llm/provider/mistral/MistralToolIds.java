/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.mistral;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.dialect.Json;

/**
 * Ids of tool calls in Mistral's form: nine letters and digits. Those that another provider gave get one made of their
 * hash, so that the same conversation looks the same each time; no two become one. One request, one thread.
 */
final class MistralToolIds {
    private static final Pattern VALID = Pattern.compile("[a-zA-Z0-9]{9}");
    private static final String ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int LENGTH = 9;

    private final Map<String, String> mapped = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    /** Ids that are valid already stay, so no other may become one of them. */
    void keepValid(JsonNode messages) {
        for (JsonNode message : messages == null ? Json.array() : messages) {
            keep(message.path("tool_call_id"));
            message.path("tool_calls").forEach(call -> keep(call.path("id")));
        }
    }

    private void keep(JsonNode id) {
        if (id.isTextual() && VALID.matcher(id.textValue()).matches()) {
            mapped.put(id.textValue(), id.textValue());
            taken.add(id.textValue());
        }
    }

    String of(String id) {
        return mapped.computeIfAbsent(id, this::create);
    }

    private String create(String id) {
        String candidate = hash(id);
        for (int attempt = 1; !taken.add(candidate); attempt++) {
            candidate = hash(id + '#' + attempt);
        }
        return candidate;
    }

    private static String hash(String text) {
        BigInteger number = new BigInteger(1, sha256(text));
        BigInteger base = BigInteger.valueOf(ALPHABET.length());
        StringBuilder id = new StringBuilder(LENGTH);
        while (id.length() < LENGTH) {
            BigInteger[] division = number.divideAndRemainder(base);
            id.append(ALPHABET.charAt(division[1].intValue()));
            number = division[0];
        }
        return id.toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
