/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * AWS Signature Version 4, with the whole request signed at once. The path's segments are encoded once more, as every
 * service but S3 wants it; the path must already be normal, without dot segments. Immutable, thread-safe.
 */
final class SigV4Signer {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String UNRESERVED = "-._~";

    /** @param sessionToken null for credentials that last */
    record Credentials(String accessKeyId, String secret, String sessionToken) {
        /** Never the secret. */
        @Override
        public String toString() {
            return "Credentials[" + accessKeyId + "]";
        }
    }

    private final Credentials credentials;
    private final String region;
    private final String service;
    private final Clock clock;

    SigV4Signer(Credentials credentials, String region, String service, Clock clock) {
        this.credentials = credentials;
        this.region = region;
        this.service = service;
        this.clock = clock;
    }

    /**
     * The headers to add to the request.
     *
     * @param headers other headers to sign; the host is signed in any case
     */
    Map<String, String> sign(String method, URI uri, Map<String, String> headers, byte[] body) {
        String time = TIME.format(Instant.now(clock));
        Map<String, String> added = new LinkedHashMap<>();
        added.put("X-Amz-Date", time);
        if (credentials.sessionToken != null) {
            added.put("X-Amz-Security-Token", credentials.sessionToken);
        }
        Map<String, String> signed = new TreeMap<>();
        signed.put("host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        headers.forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), normal(value)));
        added.forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), normal(value)));

        String names = String.join(";", signed.keySet());
        String lines = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        String canonical = String.join("\n", method, path(uri), query(uri), lines, names, hex(sha256(body)));
        String scope = String.join("/", time.substring(0, 8), region, service, "aws4_request");
        String toSign = String.join("\n", ALGORITHM, time, scope, hex(sha256(utf8(canonical))));
        added.put(
                "Authorization",
                ALGORITHM + " Credential=" + credentials.accessKeyId + "/" + scope + ", SignedHeaders=" + names
                        + ", Signature=" + hex(hmac(signingKey(scope), toSign)));
        return added;
    }

    private byte[] signingKey(String scope) {
        byte[] key = utf8("AWS4" + credentials.secret);
        for (String step : scope.split("/")) {
            key = hmac(key, step);
        }
        return key;
    }

    private static String path(URI uri) {
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : encode(path, "/");
    }

    /** Sorted by name, then by value, each of which is encoded already. */
    private static String query(URI uri) {
        if (uri.getRawQuery() == null) {
            return "";
        }
        return Arrays.stream(uri.getRawQuery().split("&"))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
                .sorted()
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text, String alsoKept) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : utf8(text)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || (UNRESERVED + alsoKept).indexOf(c) >= 0);
            encoded.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return encoded.toString();
    }

    private static String normal(String value) {
        return value.strip().replaceAll(" +", " ");
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
