/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonCreator;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.Dialect;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.Providers;
import dev.serai.llm.provider.sim.SimHost;

/**
 * The {@code llm:} endpoint URI of a deployment, taken apart once.
 *
 * @param text     the whole URI
 * @param provider e.g. {@code openai}
 * @param model    the provider's name of the model, which can have slashes
 * @param dialect  the wire format that requests to it are written in
 */
public record ModelUri(String text, String provider, String model, Dialect dialect) {
    private static final String SIM = "sim";
    private static final Pattern FORM = Pattern.compile("llm:([a-z0-9][a-z0-9-]*)/([^?\\s]+)(\\?\\S*)?");
    private static final Pattern KEY_OPTION = Pattern.compile("[?&](apiKey|accessKey|secretKey|token)=");
    private static final Pattern DIALECT_OPTION = Pattern.compile("[?&]dialect=([a-z-]+)");

    @JsonCreator
    public static ModelUri of(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException(
                    "", null, "is not an llm: endpoint", "write llm:<provider>/<model>, e.g. llm:openai/gpt-4o-mini");
        }
        if (KEY_OPTION.matcher(text).find()) {
            throw new InvalidValueException(
                    "", null, "carries a key", "put the key below 'credentials:' and name it in 'credential:'");
        }
        return new ModelUri(text, matcher.group(1), matcher.group(2), dialect(matcher.group(1), text));
    }

    private static Dialect dialect(String provider, String text) {
        Matcher option = DIALECT_OPTION.matcher(text);
        try {
            if (option.find()) {
                return Dialect.of(option.group(1));
            }
            return provider.equals(SIM)
                    ? Dialect.OPENAI_CHAT
                    : Providers.of(provider).dialect();
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("", null, "cannot be used", e.getMessage());
        }
    }

    boolean isSimulated() {
        return provider.equals(SIM);
    }

    /** How the provider is spoken to. */
    LlmProvider target() {
        return isSimulated() ? SimHost.provider(dialect) : Providers.of(provider);
    }

    /** The URI with more options, e.g. {@code pool=a&connections=4}. */
    public String with(String options) {
        return text + (text.contains("?") ? '&' : '?') + options;
    }

    @Override
    public String toString() {
        return text;
    }
}
