/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;

/** Makes strings and numbers within the bounds of a schema. Deterministic by its seed; not thread-safe. */
final class ScalarExamples {
    private static final String[] WORDS = {"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath"};
    private static final int SPAN = 100;
    private static final int LONGEST = 10_000;

    private final SplittableRandom random;

    ScalarExamples(long seed) {
        this.random = new SplittableRandom(seed);
    }

    String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    boolean flip() {
        return random.nextBoolean();
    }

    JsonNode oneOf(JsonNode values) {
        return values.get(random.nextInt(values.size()));
    }

    ValueNode integer(JsonNode schema) {
        BigInteger value = multiple(schema, BigDecimal.ONE).toBigInteger();
        if (value.bitLength() < Integer.SIZE) {
            return IntNode.valueOf(value.intValue());
        }
        return value.bitLength() < Long.SIZE ? LongNode.valueOf(value.longValue()) : BigIntegerNode.valueOf(value);
    }

    ValueNode number(JsonNode schema) {
        return DecimalNode.valueOf(multiple(schema, new BigDecimal("0.25")));
    }

    /** A multiple of the schema's step, or of this one, within the schema's bounds; a bound where there is none. */
    private BigDecimal multiple(JsonNode schema, BigDecimal otherwise) {
        BigDecimal step = step(schema, otherwise);
        BigDecimal least = bound(schema, "minimum", "exclusiveMinimum");
        BigDecimal most = bound(schema, "maximum", "exclusiveMaximum");
        BigDecimal from = from(least, most);
        BigInteger first = from.divide(step, 0, RoundingMode.CEILING).toBigInteger();
        if (excludes(schema, "exclusiveMinimum", "minimum", least) && isAt(first, step, from)) {
            first = first.add(BigInteger.ONE);
        }
        BigInteger last = first.add(BigInteger.valueOf(SPAN));
        if (most != null) {
            BigInteger highest = most.divide(step, 0, RoundingMode.FLOOR).toBigInteger();
            boolean excluded = excludes(schema, "exclusiveMaximum", "maximum", most) && isAt(highest, step, most);
            last = last.min(excluded ? highest.subtract(BigInteger.ONE) : highest);
        }
        if (last.compareTo(first) < 0) {
            return most != null && otherwise.scale() > 0 ? from.add(most).divide(BigDecimal.valueOf(2)) : from;
        }
        int choices = last.subtract(first).intValue() + 1;
        return new BigDecimal(first.add(BigInteger.valueOf(random.nextInt(choices)))).multiply(step);
    }

    private static BigDecimal step(JsonNode schema, BigDecimal otherwise) {
        JsonNode given = schema.path("multipleOf");
        BigDecimal step = given.isNumber() && given.decimalValue().signum() > 0 ? given.decimalValue() : otherwise;
        boolean broken =
                otherwise.equals(BigDecimal.ONE) && step.stripTrailingZeros().scale() > 0;
        return broken ? step.multiply(BigDecimal.TEN.pow(step.scale())) : step;
    }

    /** The lower bound, or one that the upper bound allows. */
    private static BigDecimal from(BigDecimal least, BigDecimal most) {
        if (least != null) {
            return least;
        }
        return most == null || most.signum() > 0 ? BigDecimal.ZERO : most.subtract(BigDecimal.valueOf(SPAN));
    }

    private static boolean isAt(BigInteger count, BigDecimal step, BigDecimal bound) {
        return new BigDecimal(count).multiply(step).compareTo(bound) == 0;
    }

    private static BigDecimal bound(JsonNode schema, String inclusive, String exclusive) {
        JsonNode node = schema.path(exclusive).isNumber() ? schema.get(exclusive) : schema.path(inclusive);
        return node.isNumber() ? node.decimalValue() : null;
    }

    /** The exclusive bound is a number since draft 6 and was a flag beside the inclusive one before. */
    private static boolean excludes(JsonNode schema, String exclusive, String inclusive, BigDecimal bound) {
        JsonNode node = schema.path(exclusive);
        return bound != null && (node.isNumber() || node.asBoolean() && schema.has(inclusive));
    }

    ValueNode string(JsonNode schema) {
        if (schema.has("pattern")) {
            String matching = PatternExample.make(schema.get("pattern").asText());
            if (matching != null) {
                return TextNode.valueOf(matching);
            }
        }
        String formatted = formatted(schema.path("format").asText());
        if (formatted != null) {
            return TextNode.valueOf(formatted);
        }
        int least = Math.min(LONGEST, schema.path("minLength").asInt(0));
        int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        StringBuilder text = new StringBuilder(word());
        while (text.length() < least) {
            text.append(' ').append(word());
        }
        text.setLength(Math.min(text.length(), Math.max(least, Math.min(most, text.length()))));
        return TextNode.valueOf(text.toString());
    }

    private String formatted(String format) {
        int number = random.nextInt(10, SPAN);
        return switch (format) {
            case "date-time" -> "2026-01-" + (number % 18 + 10) + "T08:30:00Z";
            case "date" -> "2026-01-" + (number % 18 + 10);
            case "time" -> "08:30:" + (number % 50 + 10) + "Z";
            case "duration" -> "PT" + number + "M";
            case "email", "idn-email" -> word() + number + "@example.com";
            case "hostname", "idn-hostname" -> word() + number + ".example.com";
            case "ipv4" -> "192.0.2." + number;
            case "ipv6" -> "2001:db8::" + number;
            case "uuid" -> "00000000-0000-4000-8000-0000000000" + number;
            case "uri", "iri", "url" -> "https://example.com/" + word() + "/" + number;
            case "uri-reference", "iri-reference" -> "/" + word() + "/" + number;
            case "json-pointer" -> "/" + word();
            case "regex" -> "^" + word() + "$";
            default -> null;
        };
    }
}
