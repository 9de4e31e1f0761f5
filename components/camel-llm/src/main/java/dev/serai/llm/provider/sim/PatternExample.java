/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Makes a string that matches a regular expression, for the part of the language that schemas use: literals, escapes,
 * classes, groups, alternatives (the first), quantifiers (the least, but one where none would do) and anchors. What it
 * makes is checked against the expression itself. Not thread-safe.
 */
final class PatternExample {
    private static final int MOST_REPEATS = 1000;

    private final String pattern;
    private int position;

    private PatternExample(String pattern) {
        this.pattern = pattern;
    }

    /** A string that the pattern finds a match in, or null where this class cannot tell one. */
    static String make(String pattern) {
        try {
            String made = new PatternExample(pattern).alternatives();
            return Pattern.compile(pattern).matcher(made).find() ? made : null;
        } catch (PatternSyntaxException
                | UnsupportedOperationException
                | StringIndexOutOfBoundsException
                | NumberFormatException e) {
            return null;
        }
    }

    private String alternatives() {
        String first = sequence();
        while (more() && peek() == '|') {
            position++;
            sequence();
        }
        return first;
    }

    private String sequence() {
        StringBuilder made = new StringBuilder();
        while (more() && peek() != '|' && peek() != ')') {
            String atom = atom();
            made.append(atom.repeat(repeats()));
        }
        return made.toString();
    }

    private String atom() {
        char c = next();
        return switch (c) {
            case '^', '$' -> "";
            case '.' -> "x";
            case '(' -> group();
            case '[' -> String.valueOf(oneOfClass());
            case '\\' -> escape(next());
            case '*', '+', '?', '{' -> throw new UnsupportedOperationException();
            default -> String.valueOf(c);
        };
    }

    private String group() {
        if (more() && peek() == '?') {
            position++;
            char kind = next();
            if (kind == '<' && peek() != '=' && peek() != '!') {
                position = pattern.indexOf('>', position) + 1;
            } else if (kind != ':') {
                throw new UnsupportedOperationException();
            }
        }
        String made = alternatives();
        expect(')');
        return made;
    }

    private static String escape(char c) {
        return switch (c) {
            case 'd' -> "7";
            case 'w' -> "w";
            case 's' -> " ";
            case 'D', 'S' -> "x";
            case 'W' -> "-";
            case 'b' -> "";
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            default -> {
                if (Character.isLetterOrDigit(c)) {
                    throw new UnsupportedOperationException();
                }
                yield String.valueOf(c);
            }
        };
    }

    /** The first member, or for a negated class the first usual character that is none. */
    private char oneOfClass() {
        int start = position - 1;
        if (peek() == '^') {
            position++;
        }
        boolean first = true;
        while (first || peek() != ']') {
            first = false;
            if (next() == '\\') {
                position++;
            }
        }
        position++;
        Pattern members = Pattern.compile(pattern.substring(start, position));
        for (char c : "axAX0179_-. ".toCharArray()) {
            if (members.matcher(String.valueOf(c)).matches()) {
                return c;
            }
        }
        for (char c = '!'; c < 0x3000; c++) {
            if (members.matcher(String.valueOf(c)).matches()) {
                return c;
            }
        }
        throw new UnsupportedOperationException();
    }

    private int repeats() {
        if (!more()) {
            return 1;
        }
        int count = 1;
        switch (peek()) {
            case '*', '+', '?' -> position++;
            case '{' -> {
                int end = pattern.indexOf('}', position);
                String[] bounds = pattern.substring(position + 1, end).split(",", 2);
                count = Integer.parseInt(bounds[0].trim());
                position = end + 1;
            }
            default -> {
                return 1;
            }
        }
        if (more() && (peek() == '?' || peek() == '+')) {
            position++;
        }
        if (count > MOST_REPEATS) {
            throw new UnsupportedOperationException();
        }
        return count;
    }

    private boolean more() {
        return position < pattern.length();
    }

    private char peek() {
        return pattern.charAt(position);
    }

    private char next() {
        return pattern.charAt(position++);
    }

    private void expect(char c) {
        if (next() != c) {
            throw new UnsupportedOperationException();
        }
    }
}
