/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Finds the key that a request presents, in the header of any of the dialects. Stateless; never repeats a key. */
final class PresentedKey {
    private static final String AUTHORIZATION = "Authorization";
    private static final List<String> KEY_HEADERS = List.of("x-api-key", "x-goog-api-key");
    private static final String BEARER = "bearer ";
    /** Room for a signed token; a gateway key has 52 characters. */
    private static final int LONGEST = 8192;

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1," + LONGEST + "}");
    private static final String HOW =
            "send it as 'Authorization: Bearer sk-serai-…', 'x-api-key: sk-serai-…' or 'x-goog-api-key: sk-serai-…'";

    private PresentedKey() {}

    /**
     * @param headers gives a header's value, or null, whatever the case of its name
     */
    static String read(UnaryOperator<String> headers) throws LlmException {
        List<String> keys = new ArrayList<>(1);
        String authorization = headers.apply(AUTHORIZATION);
        if (isGiven(authorization)) {
            keys.add(wellFormed(bearer(authorization.strip())));
        }
        for (String name : KEY_HEADERS) {
            String value = headers.apply(name);
            if (isGiven(value)) {
                keys.add(wellFormed(value.strip()));
            }
        }
        if (keys.isEmpty()) {
            throw refused("no key", "The request has no gateway key: " + HOW + ".");
        }
        if (keys.stream().anyMatch(key -> !key.equals(keys.get(0)))) {
            throw refused("two different keys", "The request has two different keys in its headers: send one.");
        }
        return keys.get(0);
    }

    /**
     * @param detail for the log
     * @param reason for the caller
     */
    static LlmException refused(String detail, String reason) {
        return LlmException.of(ErrorClass.AUTHENTICATION)
                .clientStatus(401)
                .code("invalid_api_key")
                .detail(detail)
                .reason(reason)
                .build();
    }

    private static String bearer(String authorization) throws LlmException {
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw refused("not a bearer key", "The Authorization header is not of the form 'Bearer sk-serai-…'.");
        }
        return authorization.substring(BEARER.length()).strip();
    }

    private static String wellFormed(String key) throws LlmException {
        if (!FORM.matcher(key).matches()) {
            throw refused(
                    "malformed key",
                    "The key is malformed: it has spaces or characters that no key has, or is too long.");
        }
        return key;
    }

    private static boolean isGiven(String value) {
        return value != null && !value.isBlank();
    }
}
