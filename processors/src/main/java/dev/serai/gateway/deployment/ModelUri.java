/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.serai.gateway.config.InvalidValueException;

/**
 * The {@code llm:} endpoint URI of a deployment, taken apart.
 *
 * @param text     the whole URI
 * @param provider e.g. {@code openai}
 * @param model    the provider's name of the model, which can have slashes
 */
record ModelUri(String text, String provider, String model) {
    private static final Pattern FORM = Pattern.compile("llm:([a-z0-9][a-z0-9-]*)/([^?\\s]+)(\\?\\S*)?");
    private static final Pattern KEY_OPTION = Pattern.compile("[?&](apiKey|accessKey|secretKey|token)=");

    static ModelUri parse(String key, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException(
                    key, null, "is not an llm: endpoint", "write llm:<provider>/<model>, e.g. llm:openai/gpt-4o-mini");
        }
        if (KEY_OPTION.matcher(text).find()) {
            throw new InvalidValueException(
                    key, null, "carries a key", "put the key below 'credentials:' and name it in 'credential:'");
        }
        return new ModelUri(text, matcher.group(1), matcher.group(2));
    }
}
