/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks whether a request to Bedrock is signed, not by whom: the simulated provider knows no secrets. */
final class BedrockAuthorization {
    private static final Pattern SIGNED =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=[^/, ]+/(\\d{8})/[a-z0-9-]+/bedrock/aws4_request, ?"
                    + "SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}");
    private static final Pattern DATE = Pattern.compile("(\\d{8})T\\d{6}Z");
    private static final List<String> ALWAYS = List.of("host", "x-amz-date");

    private BedrockAuthorization() {}

    static void check(Map<String, String> headers) throws SimRejection {
        String authorization = headers.get("authorization");
        if (authorization == null) {
            throw rejection("MissingAuthenticationTokenException", "Missing Authentication Token");
        }
        if (authorization.matches("Bearer \\S+")) {
            return;
        }
        Matcher signed = SIGNED.matcher(authorization);
        if (!signed.matches()) {
            throw rejection(
                    "IncompleteSignatureException",
                    "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters.");
        }
        checkHeaders(headers, Arrays.asList(signed.group(2).split(";")));
        Matcher date = DATE.matcher(headers.get("x-amz-date"));
        if (!date.matches() || !date.group(1).equals(signed.group(1))) {
            throw rejection(
                    "InvalidSignatureException",
                    "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP.");
        }
    }

    private static void checkHeaders(Map<String, String> headers, List<String> signed) throws SimRejection {
        for (String name : ALWAYS) {
            if (!signed.contains(name)) {
                throw rejection(
                        "InvalidSignatureException",
                        "'" + name + "' must be a 'SignedHeader' in the Authorization header.");
            }
        }
        for (String name : signed) {
            if (!headers.containsKey(name)) {
                throw rejection("InvalidSignatureException", "The signed header '" + name + "' is not in the request.");
            }
        }
        for (String name : headers.keySet()) {
            if (name.startsWith("x-amz-") && !signed.contains(name)) {
                throw rejection("InvalidSignatureException", "The header '" + name + "' has to be signed.");
            }
        }
    }

    private static SimRejection rejection(String type, String message) {
        return new SimRejection("authorization", type, message);
    }
}
