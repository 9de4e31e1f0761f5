/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.LlmException;

/**
 * A task's prompt: text with the placeholders {@code {{input}}} and {@code {{variables.name}}}. A line of three hyphens
 * parts the system prompt from the user message; without it all of the text is the system prompt and the input alone is
 * the user message. Values are put in as they are and never read as a template again. Immutable.
 */
public final class PromptTemplate {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*([^}]*?)\\s*}}");
    private static final Pattern KNOWN = Pattern.compile("input|variables\\.[A-Za-z0-9_-]+");
    private static final Pattern DIVIDER = Pattern.compile("(?m)^---\\s*$");

    private final String text;
    private final String system;
    private final String user;
    private final Set<String> variables;

    private PromptTemplate(String text) {
        this.text = text;
        String[] halves = DIVIDER.split(text, 2);
        this.system = halves[0].strip();
        this.user = halves.length == 2 ? halves[1].strip() : "{{input}}";
        this.variables = names(text);
    }

    /** Reads a template; a placeholder it does not know is an {@link InvalidValueException}. */
    public static PromptTemplate of(String text) {
        return new PromptTemplate(text);
    }

    /** The template as it stands in the file. */
    public String text() {
        return text;
    }

    public String system(String input, Map<String, String> values) throws LlmException {
        return fill(system, input, values);
    }

    public String user(String input, Map<String, String> values) throws LlmException {
        return fill(user, input, values);
    }

    private String fill(String template, String input, Map<String, String> values) throws LlmException {
        Matcher matcher = PLACEHOLDER.matcher(template);
        StringBuilder filled = new StringBuilder(template.length() + input.length());
        int end = 0;
        while (matcher.find()) {
            filled.append(template, end, matcher.start()).append(value(matcher.group(1), input, values));
            end = matcher.end();
        }
        return filled.append(template, end, template.length()).toString();
    }

    private String value(String placeholder, String input, Map<String, String> values) throws LlmException {
        if (placeholder.equals("input")) {
            return input;
        }
        String name = placeholder.substring("variables.".length());
        String value = values.get(name);
        if (value == null) {
            throw LlmException.invalid(
                    "variables." + name,
                    "This task's prompt needs the variable '" + name + "'. It uses: " + String.join(", ", variables)
                            + ".");
        }
        return value;
    }

    private static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            String placeholder = matcher.group(1);
            if (!KNOWN.matcher(placeholder).matches()) {
                throw new InvalidValueException(
                        "",
                        null,
                        "has a placeholder {{" + placeholder + "}} that a prompt does not know",
                        "use {{input}} or {{variables.NAME}}");
            }
            if (!placeholder.equals("input")) {
                names.add(placeholder.substring("variables.".length()));
            }
        }
        return names;
    }
}
