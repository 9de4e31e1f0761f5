/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.util.Map;

import org.apache.camel.CamelContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.serai.llm.LlmComponent;
import dev.serai.llm.LlmComponentConfigurer;

/** What the settings say of the scheme {@code llm}. */
public final class LlmSettings {
    private static final String PREFIX = "camel.component.llm";

    private LlmSettings() {}

    /** The component with the settings below {@code camel.component.llm}; {@link IllegalArgumentException} for an unknown one. */
    public static LlmComponent component(CamelContext camel, Environment environment) {
        LlmComponent llm = new LlmComponent();
        LlmComponentConfigurer options = new LlmComponentConfigurer();
        Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .forEach((option, value) -> {
                    if (!options.configure(camel, llm, option.replace("-", ""), value, true)) {
                        throw new IllegalArgumentException(PREFIX + "." + option + " is no option of llm:");
                    }
                });
        return llm;
    }
}
