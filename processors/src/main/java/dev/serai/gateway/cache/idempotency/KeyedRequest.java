/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import javax.crypto.Mac;

import dev.serai.gateway.cache.CanonicalJson;
import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.dispatch.Call;
import dev.serai.gateway.door.Ask;
import dev.serai.llm.LlmException;

/**
 * A caller's request and its idempotency key, as far as the database may know them.
 *
 * @param id     names the key among all callers' keys; neither can be read from it
 * @param caller whose key it is
 * @param hash   of what is asked: door, task, stream, pin, forwarded headers and the body as a JSON tree, whatever the order
 *               of its fields and its white space
 * @param seal   the key that the hash was made with
 */
record KeyedRequest(String id, String caller, String hash, Seal seal) {
    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]{1,255}");
    private static final byte[] END = {0};

    static KeyedRequest of(Call call, Ask ask, String key, Seal seal) {
        String caller = call.caller().name();
        return new KeyedRequest(Hashes.hash(caller + '\0' + key), caller, hash(call, ask, seal), seal);
    }

    static void check(String key) throws LlmException {
        if (key.isBlank() || !PRINTABLE.matcher(key).matches()) {
            throw Refusals.malformed();
        }
    }

    /** What an answer to it is bound to. */
    String binding() {
        return caller + '\0' + id;
    }

    private static String hash(Call call, Ask ask, Seal seal) {
        Mac mac = seal.hash();
        add(mac, call.door());
        add(mac, ask.model());
        add(mac, String.valueOf(ask.pin()));
        add(mac, Boolean.toString(call.isStream()));
        for (Map.Entry<String, String> header : new TreeMap<>(ask.headers()).entrySet()) {
            add(mac, header.getKey());
            add(mac, header.getValue());
        }
        mac.update(CanonicalJson.bytes(ask.tree()));
        return HexFormat.of().formatHex(mac.doFinal());
    }

    private static void add(Mac mac, String part) {
        mac.update(part.getBytes(StandardCharsets.UTF_8));
        mac.update(END);
    }

    @Override
    public String toString() {
        return "KeyedRequest[" + id + "]";
    }
}
