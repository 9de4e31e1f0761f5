/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * What a provider's error says, whatever its shape: nested under {@code error}, flat, an array of one, a bare string,
 * HTML or nothing. Immutable.
 *
 * @param status  the HTTP status, or for an error inside a 200 answer the number it gives instead; 0 where there is none
 * @param inBand  whether it came inside a 200 answer
 * @param labels  every typed word about its kind (type, code, status, error_code …), normalized by {@link #label}
 * @param code    the most exact of them as the provider writes it, or null
 * @param field   the request field at fault, or null
 * @param message the text, or null
 * @param error   the error object; missing where the body is not JSON
 */
record ErrorFacts(
        int status, boolean inBand, Set<String> labels, String code, String field, String message, JsonNode error) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_TEXT = 2000;
    private static final Pattern WORD = Pattern.compile("(?!\\d+$)[\\w.\\[\\]/:-]{1,200}|Internal Server Error");

    /** Words that say no more than an HTTP status does, so that the text has to be looked at. */
    private static final Set<String> GENERIC = Set.of(
            "error",
            "invalid_request_error",
            "invalid_request",
            "invalid_argument",
            "bad_request",
            "badrequesterror",
            "failed_precondition",
            "permission_denied",
            "forbidden",
            "resource_exhausted",
            "server_error",
            "internal_server_error",
            "internal",
            "api_error");

    static ErrorFacts of(int status, byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            return of(status, false, json == null ? MissingNode.getInstance() : json);
        } catch (IOException e) {
            // a proxy's words, or JSON that was cut off
            String text = new String(body, StandardCharsets.UTF_8).strip();
            boolean readable = !text.isEmpty() && "<{[".indexOf(text.charAt(0)) < 0;
            return new ErrorFacts(
                    status, false, Set.of(), null, null, readable ? cut(text) : null, MissingNode.getInstance());
        }
    }

    static ErrorFacts inBand(JsonNode payload) {
        if (!payload.hasNonNull("error")) {
            for (JsonNode choice : payload.path("choices")) {
                if (choice.hasNonNull("error")) {
                    return of(0, true, choice);
                }
            }
        }
        return of(0, true, payload);
    }

    private static ErrorFacts of(int status, boolean inBand, JsonNode body) {
        JsonNode root = body.isArray() ? body.path(0) : body;
        JsonNode error = root.path("error").isObject() ? root.path("error") : root;
        Set<String> labels = new LinkedHashSet<>();
        String code = null;
        for (String pointer : new String[] {
            "/details/error_code",
            "/code",
            "/type",
            "/status",
            "/error_type",
            "/metadata/limit_source",
            "/metadata/error_type",
            "/innererror/code"
        }) {
            String word = word(error.at(pointer));
            if (word != null && labels.add(label(word)) && code == null) {
                code = word;
            }
        }
        String reason = GoogleDetails.read(error.path("details"), labels);
        code = reason == null ? code : reason;
        if (error.path("metadata").has("flagged_input")) {
            labels.add("flagged_input");
        }
        int number = status != 0 ? status : number(error);
        return new ErrorFacts(number, inBand, labels, code, field(root, error), text(root, error), error);
    }

    /** A validator's list says where in the payload the first mistake is. */
    private static String field(JsonNode root, JsonNode error) {
        JsonNode where = root.at("/detail/0/loc");
        where = where.isArray() ? where : root.at("/message/detail/0/loc");
        List<String> names = new ArrayList<>();
        where.forEach(name -> names.add(name.asText()));
        names.remove("body");
        return word(names.isEmpty() ? error.path("param") : TextNode.valueOf(String.join(".", names)));
    }

    /** Lower case, with underscores for whatever else stands between words. */
    static String label(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    }

    /** Whether the typed fields say nothing beyond the status. */
    boolean isVague() {
        return GENERIC.containsAll(labels);
    }

    private static String text(JsonNode root, JsonNode error) {
        for (JsonNode node : new JsonNode[] {
            error.path("message"),
            root.path("error"),
            root.path("detail"),
            root.at("/detail/0/msg"),
            root.at("/message/detail/0/msg"),
            root
        }) {
            if (node.isTextual() && !node.textValue().isBlank()) {
                return cut(node.textValue().strip());
            }
        }
        return null;
    }

    private static int number(JsonNode error) {
        for (String name : new String[] {"status_code", "code", "status"}) {
            int value = error.path(name).asInt(0);
            if (value >= 400 && value < 600) {
                return value;
            }
        }
        return 0;
    }

    /** A machine's word: no number, which only repeats the status, and no sentence, as xAI has among its codes. */
    private static String word(JsonNode node) {
        String text = node.isTextual() ? node.textValue().strip() : "";
        return WORD.matcher(text).matches() ? text : null;
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}
