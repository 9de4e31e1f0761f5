/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What one mount of the simulated provider answers. Immutable, and deterministic: the same script gives the same answer
 * to the same request. The keys are documented in {@code docs/sim.md}.
 *
 * @param answer        the text of the answer; null for filler words
 * @param tokens        how many filler words; each piece of an answer is sent as one token
 * @param seed          changes filler words, generated JSON, and which attempts {@code failRate} hits
 * @param timing        the waits
 * @param usage         the token counts reported
 * @param tools         whether and how often tools are called
 * @param contextWindow prompts with more tokens (characters / 4) are refused; 0 for no limit
 * @param faults        what goes wrong, and when
 */
public record SimScript(
        String answer,
        int tokens,
        long seed,
        Timing timing,
        Counts usage,
        ToolCalls tools,
        int contextWindow,
        Faults faults) {
    /** 40 filler words at once, and nothing goes wrong. */
    public static final SimScript DEFAULT =
            new SimScript(null, 40, 0, Timing.NONE, Counts.MEASURED, ToolCalls.ONE, 0, Faults.NONE);

    public SimScript {
        Objects.requireNonNull(timing, "timing");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(faults, "faults");
    }

    /**
     * The default script changed by flat options such as {@code tokens=60}.
     *
     * @throws IllegalArgumentException naming key, value and rule
     */
    public static SimScript of(Map<String, String> options) {
        return DEFAULT.with(options);
    }

    /** Reads a YAML (or JSON) file; see {@link #read(String)}. */
    public static SimScript read(Path file) throws IOException {
        return read(Files.readString(file));
    }

    /**
     * Reads YAML or JSON.
     *
     * @throws IllegalArgumentException naming key, value and rule; unknown keys are refused
     */
    public static SimScript read(String yaml) {
        return ScriptReader.read(SimJson.readYaml(yaml), DEFAULT);
    }

    /**
     * This script with some values replaced. Faults named by the options replace all faults of this script.
     *
     * @throws IllegalArgumentException naming key, value and rule
     */
    public SimScript with(Map<String, String> options) {
        return ScriptReader.read(ScriptOptions.tree(options), this);
    }

    /** This script in the form that {@link #read(String)} reads, without the values that are defaults. */
    public ObjectNode toJson() {
        return ScriptWriter.write(this);
    }

    /** What goes wrong with an attempt, counted from 1. */
    SimFault faultOf(int attempt) {
        SimFault listed = faults.listed(attempt);
        if (listed.kind() != SimFault.Kind.NONE || faults.failRate == 0) {
            return listed;
        }
        double drawn = new SplittableRandom(seed * 1_000_003 + attempt).nextDouble();
        return drawn < faults.failRate ? faults.failWith : listed;
    }

    /**
     * What a request that offers tools gets.
     *
     * @param call  whether it gets tool calls at all
     * @param calls how many at a time, where the request lets several be made
     */
    public record ToolCalls(boolean call, int calls) {
        static final ToolCalls ONE = new ToolCalls(true, 1);
    }

    /**
     * The waits of an answer.
     *
     * @param latency         before the response headers
     * @param firstTokenDelay after the headers and before the first content
     * @param tokenDelay      before each further token
     */
    public record Timing(Duration latency, Duration firstTokenDelay, Duration tokenDelay) {
        static final Timing NONE = new Timing(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        Timing with(SimFault fault) {
            return new Timing(
                    fault.latency() == null ? latency : fault.latency(),
                    fault.firstTokenDelay() == null ? firstTokenDelay : fault.firstTokenDelay(),
                    tokenDelay);
        }
    }

    /**
     * The usage reported. Null counts are measured: the prompt as characters / 4, the completion as tokens sent.
     *
     * @param reported   false for a provider that reports no usage at all
     * @param unasked    whether a stream reports it where the request did not ask, as Mistral's does
     * @param prompt     all prompt tokens, those read from the cache and written to it included
     * @param completion all answer tokens, reasoning included
     * @param cached     prompt tokens read from the cache
     * @param cacheWrite prompt tokens written to the cache; dialects without a word for them leave them in the prompt
     * @param reasoning  tokens of hidden reasoning
     */
    public record Counts(
            boolean reported,
            boolean unasked,
            Integer prompt,
            Integer completion,
            Integer cached,
            Integer cacheWrite,
            Integer reasoning) {
        static final Counts MEASURED = new Counts(true, false, null, null, null, null, null);
        static final Counts NOT_REPORTED = new Counts(false, false, null, null, null, null, null);
    }

    /**
     * What goes wrong, and when.
     *
     * @param attempts   by attempt number, from the first
     * @param repeatLast whether the last entry holds for all later attempts too; otherwise they are normal
     * @param failRate   the share of all other attempts that fail with {@code failWith}
     * @param failWith   how those fail
     */
    public record Faults(List<SimFault> attempts, boolean repeatLast, double failRate, SimFault failWith) {
        static final SimFault DEFAULT_FAILURE = SimFault.status(500);
        static final Faults NONE = new Faults(List.of(), false, 0, DEFAULT_FAILURE);

        public Faults {
            attempts = List.copyOf(attempts);
            Objects.requireNonNull(failWith, "failWith");
        }

        private SimFault listed(int attempt) {
            if (attempt <= attempts.size()) {
                return attempts.get(attempt - 1);
            }
            return repeatLast && !attempts.isEmpty() ? attempts.get(attempts.size() - 1) : SimFault.NONE;
        }
    }
}
