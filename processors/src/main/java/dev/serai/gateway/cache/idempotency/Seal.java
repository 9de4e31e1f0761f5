/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import dev.serai.gateway.config.Secret;

/**
 * Encrypts answers with AES-256-GCM and hashes requests with a key, so that who reads the database learns neither an answer
 * nor, by trying, a question. Thread-safe.
 */
final class Seal {
    static final int KEY_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final String MAC = "HmacSHA256";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int FINGERPRINT_BYTES = 8;

    private final SecretKeySpec answers;
    private final SecretKeySpec requests;
    private final String fingerprint;

    /** @param key 32 bytes in Base64; anything else is an IllegalArgumentException that does not quote it */
    Seal(Secret key) {
        byte[] bytes = decode(key);
        this.answers = new SecretKeySpec(derive(bytes, "answers"), "AES");
        this.requests = new SecretKeySpec(derive(bytes, "requests"), MAC);
        byte[] name = derive(bytes, "fingerprint");
        this.fingerprint = HexFormat.of().formatHex(name, 0, FINGERPRINT_BYTES);
    }

    /** A new key. */
    static Secret random() {
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        return Secret.of(Base64.getEncoder().encodeToString(key));
    }

    private static byte[] decode(Secret key) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(key.reveal());
        } catch (IllegalArgumentException e) { // its message could quote the key
            bytes = new byte[0];
        }
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException("is not 32 bytes in Base64: make one with 'openssl rand -base64 32'");
        }
        return bytes;
    }

    /** Names the key and tells nothing of it. */
    String fingerprint() {
        return fingerprint;
    }

    /** @param boundTo what the text belongs to: it can be opened only with the same */
    byte[] close(byte[] text, String boundTo) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] closed = crypt(Cipher.ENCRYPT_MODE, nonce, ByteBuffer.wrap(text), boundTo);
        return ByteBuffer.allocate(NONCE_BYTES + closed.length)
                .put(nonce)
                .put(closed)
                .array();
    }

    /** Throws an IllegalStateException for what was not closed with this key for the same. */
    byte[] open(byte[] closed, String boundTo) {
        ByteBuffer buffer = ByteBuffer.wrap(closed);
        byte[] nonce = new byte[NONCE_BYTES];
        buffer.get(nonce);
        return crypt(Cipher.DECRYPT_MODE, nonce, buffer, boundTo);
    }

    /** For one request, to be fed with it. */
    Mac hash() {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(requests);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] crypt(int mode, byte[] nonce, ByteBuffer text, String boundTo) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, answers, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(boundTo.getBytes(StandardCharsets.UTF_8));
            ByteBuffer out = ByteBuffer.allocate(cipher.getOutputSize(text.remaining()));
            cipher.doFinal(text, out);
            byte[] result = new byte[out.position()];
            out.flip().get(result);
            return result;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an answer in the database is not what was put there", e);
        }
    }

    /** A key for one purpose. */
    private static byte[] derive(byte[] key, String purpose) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return mac.doFinal(("serai idempotency " + purpose).getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
