/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;

/** Finds what was probably meant by an unknown word. */
public final class Spelling {
    private Spelling() {}

    /** The words of a fix: {@code did you mean 'region'? Known keys: …}. */
    public static String fix(String word, String kind, Collection<String> known) {
        if (known.isEmpty()) {
            return "there are no " + kind + " yet: add it first";
        }
        String list = "Known " + kind + ": " + String.join(", ", new TreeSet<>(known));
        return closest(word, known)
                .map(match -> "did you mean '" + match + "'? " + list)
                .orElse(list);
    }

    /** The known word that is few enough typing errors away. */
    public static Optional<String> closest(String word, Collection<String> known) {
        int tolerated = Math.max(1, word.length() / 3);
        return new TreeSet<>(known)
                .stream()
                        .filter(candidate -> distance(word, candidate) <= tolerated)
                        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    /** Optimal string alignment: insert, delete, replace, swap neighbours. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, cost, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int[][] cost, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
