/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One edit after the other, of all kinds, and every third of them wrong. After each it waits until the gateway has done
 * with it; what is wrong has to be told with file, line and reason, and is mended then.
 */
final class ReloadEdits {
    private static final String KAMELET = "routes/patterns/fallback.kamelet.yaml";
    private static final String GATEWAY = "routes/gateway.yaml";
    private static final String DOOR = "routes/doors/openai-chat.yaml";
    private static final String EXTRA = "routes/tasks/extra.yaml";
    private static final String MOVED = "routes/tasks/moved.yaml";
    private static final String[] NAMES = {"says-one", "says-two", "says-three"};

    private final ReloadBed bed;
    private final EditSeen seen;
    private final List<String> untold = new ArrayList<>();
    private int edits;
    private int wrong;

    /** How a test sees what the gateway made of an edit. */
    interface EditSeen {
        /** How many changes have come into force since its start. */
        long applied();

        /** What is wrong now, each as {@code path:line: reason}. */
        List<String> problems();
    }

    ReloadEdits(ReloadBed bed, EditSeen seen) {
        this.bed = bed;
        this.seen = seen;
    }

    void next() {
        int n = edits++;
        if (n % 3 == 2) {
            wrong(wrong++);
        } else {
            long before = seen.applied();
            good(n - wrong);
            await("edit " + n, () -> seen.applied() > before);
        }
    }

    private void good(int n) {
        switch (n % 9) {
            case 0, 4 -> bed.write(ReloadBed.TASK, GatewayYaml.task("answer", NAMES[n % 3]) + "# edit " + n + "\n");
            case 1 -> bed.write("routes/tasks/long.yaml", bed.read("routes/tasks/long.yaml") + "# edit " + n + "\n");
            case 2 -> bed.write(KAMELET, bed.read(KAMELET) + "# edit " + n + "\n");
            case 3 -> bed.write(GATEWAY, logged(bed.read(GATEWAY), n));
            case 5 -> bed.write(DOOR, logged(bed.read(DOOR), n));
            case 6 ->
                bed.write(
                        ReloadBed.DEPLOYMENTS,
                        bed.read(ReloadBed.DEPLOYMENTS)
                                .replaceAll("maxOutputTokens: 16\\d+", "maxOutputTokens: " + (16_000 + n)));
            case 7 -> bed.write(EXTRA, GatewayYaml.task("extra", NAMES[n % 3]) + "# edit " + n + "\n");
            default -> bed.move(EXTRA, MOVED);
        }
        if (n % 9 == 0 && n > 0) {
            bed.delete(MOVED);
        }
    }

    /** The file with one step, which does nothing, at its beginning. */
    private static String logged(String text, int n) {
        return text.replaceAll("(?m)^ *- log: .*\n", "")
                .replaceFirst(
                        "steps:\n", "steps:\n        - log: { message: \"edit " + n + "\", loggingLevel: TRACE }\n");
    }

    private void wrong(int n) {
        String task = ReloadBed.TASK;
        switch (n % 6) {
            case 0 -> mistake(task, bed.read(task).replace("steps:", "steps: ["), task, "not YAML");
            case 1 -> mistake(task, bed.read(task).replaceFirst("says-\\w+", "says-nothing"), task, "no deployment");
            case 2 -> mistake(KAMELET, bed.read(KAMELET).replace("loop:", "lop:"), KAMELET, "unknown EIP 'lop'");
            case 3 ->
                mistake(
                        ReloadBed.DEPLOYMENTS,
                        bed.read(ReloadBed.DEPLOYMENTS).replace("  says-two:", "  says-deux:"),
                        "routes/tasks/other.yaml",
                        "no deployment 'says-two'");
            case 4 ->
                mistake(
                        DOOR,
                        bed.read(DOOR).replace("- process:", "- to: log:x?levl=INFO\n        - process:"),
                        DOOR,
                        "levl");
            default ->
                mistake(
                        "config/callers.yaml",
                        bed.read("config/callers.yaml") + "  x: {}\n",
                        "config/callers.yaml",
                        "");
        }
    }

    private void mistake(String file, String text, String toldAt, String reason) {
        String good = bed.read(file);
        bed.write(file, text);
        await("the mistake in " + file, () -> !seen.problems().isEmpty());
        if (seen.problems().stream().noneMatch(told -> told.matches("(?s)" + toldAt + ":\\d+: .*" + reason + ".*"))) {
            untold.add(file + ": " + seen.problems());
        }
        bed.write(file, good);
        await("the mended " + file, () -> seen.problems().isEmpty());
    }

    private static void await(String what, BooleanSupplier done) {
        ReloadBed.await(what).until(done::getAsBoolean);
    }

    int edits() {
        return edits;
    }

    int mistakes() {
        return wrong;
    }

    /** Mistakes that were not told as they are. */
    List<String> untold() {
        return untold;
    }
}
