/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.task;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.serai.gateway.admission.quota.Quota;
import dev.serai.gateway.config.Durations;
import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Rules;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.deployment.Capabilities;
import dev.serai.gateway.deployment.Retention;
import dev.serai.gateway.output.OutputSchema;
import dev.serai.llm.Operation;

/**
 * Reads a task's contract from the parameters of its endpoint. Every problem is an {@link InvalidValueException} with the
 * parameter, the rule and the fix. For one thread.
 */
public final class ContractReader {
    /** The parameters that a task may have, in the order of the documentation. */
    public static final List<String> PARAMETERS = List.of(
            "owner",
            "exposure",
            "aliases",
            "operation",
            "requires",
            "regions",
            "dataClass",
            "maxRetention",
            "maxInputTokens",
            "maxOutputTokens",
            "deadline",
            "firstToken",
            "idle",
            "attemptTimeout",
            "maxAttempts",
            "prompt",
            "rubric",
            "outputSchema",
            "temperature",
            "reasoningEffort",
            "mayLose",
            "hopOnPolicyRejection",
            "priority",
            "interruption",
            "keepAnswers",
            "cacheTtl",
            "coalesce",
            "onInsufficientFunds",
            "requestsPerMinute",
            "inputTokensPerMinute",
            "outputTokensPerMinute");

    /** What only a task that chats can have. */
    private static final List<String> OF_CHAT = List.of(
            "maxOutputTokens",
            "firstToken",
            "idle",
            "prompt",
            "rubric",
            "outputSchema",
            "temperature",
            "reasoningEffort",
            "hopOnPolicyRejection",
            "interruption",
            "outputTokensPerMinute");

    private static final List<String> OPERATIONS = List.of(Operation.CHAT.code(), Operation.EMBEDDINGS.code());

    private static final Pattern ALIAS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);
    private static final int DEFAULT_MAX_ATTEMPTS = 4;
    private static final String DEFAULT_DATA_CLASS = "internal";

    private final Texts texts;
    private final Map<String, String> parameters;
    private final Map<Path, String> files = new TreeMap<>();

    /** @param texts prompt and schema files, which lie below its home */
    public ContractReader(Texts texts, Map<String, ?> parameters) {
        this.texts = texts;
        this.parameters = new LinkedHashMap<>();
        parameters.forEach((key, value) -> this.parameters.put(key, String.valueOf(value)));
    }

    public TaskContract read() {
        for (String key : parameters.keySet()) {
            if (!PARAMETERS.contains(key)) {
                throw new InvalidValueException(
                        key, null, "is no parameter of a task", Spelling.fix(key, "parameters", PARAMETERS));
            }
        }
        Operation operation = operation();
        Duration deadline = orElse(duration("deadline"), DEFAULT_DEADLINE);
        int maxAttempts = orElse(integer("maxAttempts", 1, 20), DEFAULT_MAX_ATTEMPTS);
        return new TaskContract(
                Rules.required("owner", parameters.get("owner")),
                orElse(choice("exposure", TaskContract.Exposure.class), TaskContract.Exposure.PRODUCT),
                aliases(),
                operation,
                Rules.among("requires", list("requires"), Capabilities.KNOWN),
                Rules.names("regions", list("regions")),
                Rules.name("dataClass", orElse(parameters.get("dataClass"), DEFAULT_DATA_CLASS)),
                value("maxRetention", Retention::of),
                integer("maxInputTokens", 1, 100_000_000),
                integer("maxOutputTokens", 1, 100_000_000),
                deadline,
                within("firstToken", deadline),
                within("idle", deadline),
                within("attemptTimeout", deadline),
                maxAttempts,
                file("prompt", (path, text) -> PromptTemplate.of(text)),
                file("rubric", (path, text) -> Rules.required("rubric", text.isBlank() ? null : text.strip())),
                file("outputSchema", OutputSchema::of),
                temperature(),
                oneOf("reasoningEffort", List.of("none", "minimal", "low", "medium", "high")),
                Set.copyOf(list("mayLose")),
                flag("hopOnPolicyRejection"),
                integer("priority", 0, 9),
                interruption(maxAttempts),
                choice("keepAnswers", TaskContract.KeepAnswers.class),
                orElse(choice("onInsufficientFunds", TaskContract.Shortfall.class), TaskContract.Shortfall.REFUSE),
                quota(),
                new CachePolicy(duration("cacheTtl"), flag("coalesce")));
    }

    /** The files that the contract names, with their texts, once it was read. */
    public Map<Path, String> files() {
        return files;
    }

    private TaskContract.Interruption interruption(int maxAttempts) {
        TaskContract.Interruption policy =
                orElse(choice("interruption", TaskContract.Interruption.class), TaskContract.Interruption.ERROR);
        if (policy == TaskContract.Interruption.RESTART && maxAttempts == 1) {
            throw new InvalidValueException(
                    "interruption",
                    policy.code(),
                    "needs a second attempt, and maxAttempts is 1",
                    "raise maxAttempts, or write error");
        }
        return policy;
    }

    private Quota quota() {
        List<Integer> limits = new ArrayList<>();
        Quota.KEYS.forEach(key -> limits.add(integer(key, 1, Integer.MAX_VALUE)));
        return new Quota(limits.get(0), limits.get(1), limits.get(2));
    }

    /** Names that applications may have from a vendor, such as {@code gpt-4.1}. */
    private Set<String> aliases() {
        for (String alias : list("aliases")) {
            if (!ALIAS.matcher(alias).matches()) {
                throw new InvalidValueException(
                        "aliases",
                        alias,
                        "is no name for a model",
                        "use letters, digits, dots, hyphens and underscores, e.g. 'gpt-4.1'");
            }
        }
        return Set.copyOf(list("aliases"));
    }

    private Operation operation() {
        String code = oneOf("operation", OPERATIONS);
        if (code == null || code.equals(Operation.CHAT.code())) {
            return Operation.CHAT;
        }
        for (String key : OF_CHAT) {
            if (parameters.containsKey(key)) {
                throw new InvalidValueException(
                        key, null, "means nothing for the operation " + code, "remove the parameter");
            }
        }
        return Operation.of(code);
    }

    private Duration duration(String key) {
        return value(key, text -> Rules.positive(key, Durations.parse(text)));
    }

    private Duration within(String key, Duration deadline) {
        Duration value = duration(key);
        if (value != null && value.compareTo(deadline) > 0) {
            throw new InvalidValueException(
                    key, parameters.get(key), "is longer than the deadline", "shorten it, or raise deadline");
        }
        return value;
    }

    private Integer integer(String key, int min, int max) {
        return value(key, text -> {
            try {
                return Rules.range(key, Integer.valueOf(text), min, max);
            } catch (NumberFormatException e) {
                throw new InvalidValueException(key, text, "is not a whole number", "write e.g. 1024");
            }
        });
    }

    private Double temperature() {
        return value("temperature", text -> {
            double value;
            try {
                value = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                value = Double.NaN;
            }
            if (!(value >= 0 && value <= 2)) {
                throw new InvalidValueException("temperature", text, "is not between 0 and 2", "write e.g. 0.2");
            }
            return value;
        });
    }

    private boolean flag(String key) {
        return "true".equals(oneOf(key, List.of("true", "false")));
    }

    private String oneOf(String key, List<String> known) {
        return value(key, text -> {
            if (!known.contains(text)) {
                throw new InvalidValueException(key, text, "is unknown", Spelling.fix(text, "values", known));
            }
            return text;
        });
    }

    private <E extends Enum<E>> E choice(String key, Class<E> type) {
        List<String> known = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        String text = oneOf(key, known);
        return text == null ? null : Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }

    private Set<String> list(String key) {
        String text = parameters.get(key);
        Set<String> items = new LinkedHashSet<>();
        if (text != null) {
            for (String item : text.split(",")) {
                items.add(item.strip());
            }
        }
        return items;
    }

    private <T> T file(String key, BiFunction<Path, String, T> read) {
        return value(key, text -> {
            Path file = texts.home()
                    .resolve(text.startsWith("file:") ? text.substring("file:".length()) : text)
                    .normalize();
            if (!file.startsWith(texts.home())) {
                throw new InvalidValueException(key, text, "lies outside of serai.home", "move the file below it");
            }
            String content = texts.find(file)
                    .orElseThrow(() -> new InvalidValueException(
                            key,
                            text,
                            "does not exist",
                            "create the file, or correct the path (it starts at serai.home)"));
            files.put(file, content);
            return read.apply(file, content);
        });
    }

    /** Runs the conversion with the parameter's name in whatever it throws. */
    private <T> T value(String key, Function<String, T> convert) {
        String text = parameters.get(key);
        if (text == null) {
            return null;
        }
        try {
            return convert.apply(text);
        } catch (InvalidValueException e) {
            throw e.key().isEmpty() ? new InvalidValueException(key, text, e.rule(), e.fix()) : e;
        }
    }

    private static <T> T orElse(T value, T fallback) {
        return value == null ? fallback : value;
    }
}
