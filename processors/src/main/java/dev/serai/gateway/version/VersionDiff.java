/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;

import dev.serai.gateway.reload.version.TaskTexts;

/** The difference between two versions, as {@code diff -u} writes it. */
final class VersionDiff {
    private static final int CONTEXT = 3;
    private static final String NOTHING = "/dev/null";
    private static final String NO_NEWLINE = "\n\\ No newline at end of file";

    private VersionDiff() {}

    static String unified(TaskTexts old, TaskTexts other) {
        TreeSet<String> names = new TreeSet<>(old.byName().keySet());
        names.addAll(other.byName().keySet());
        StringBuilder diff = new StringBuilder();
        for (String name : names) {
            String before = old.byName().get(name);
            String after = other.byName().get(name);
            List<String> lines = lines(before);
            List<String> others = lines(after);
            UnifiedDiffUtils.generateUnifiedDiff(
                            before == null ? NOTHING : "a/" + name,
                            after == null ? NOTHING : "b/" + name,
                            lines,
                            DiffUtils.diff(lines, others),
                            CONTEXT)
                    .forEach(line -> diff.append(mended(line, lines, others)).append('\n'));
        }
        return diff.toString();
    }

    /** The library begins an empty side at line 1, where patch(1) expects 0. */
    private static String mended(String line, List<String> lines, List<String> others) {
        if (lines.isEmpty() && line.startsWith("@@ -1,0 ")) {
            return line.replace("-1,0 ", "-0,0 ");
        }
        if (others.isEmpty() && line.startsWith("@@ ")) {
            return line.replace("+1,0 @@", "+0,0 @@");
        }
        return line;
    }

    private static List<String> lines(String text) {
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        String last = lines.remove(lines.size() - 1);
        if (!last.isEmpty()) {
            lines.add(last + NO_NEWLINE);
        }
        return lines;
    }
}
