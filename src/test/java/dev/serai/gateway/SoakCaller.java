/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.gateway.SoakCall.Manner;
import dev.serai.gateway.SoakCall.Result;
import dev.serai.llm.dialect.Json;

/** An application that has always one call open, each of a task, door and manner that its random numbers say. For one thread. */
final class SoakCaller {
    /** An application that is refused does not ask again at once. */
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(3);

    private final Setting setting;
    private final int number;
    private final Random random;
    private int calls;

    /**
     * What all callers have in common.
     *
     * @param limit within which every call has to end
     * @param over  counted down when no further call is to begin
     */
    record Setting(
            URI gateway,
            String key,
            SoakWall wall,
            List<String> tasks,
            Duration limit,
            CountDownLatch over,
            Consumer<SoakCall> done) {}

    /** A call under way. */
    private record Open(String traceId, String task, SoakDoor door, boolean stream, Manner manner, String question) {}

    SoakCaller(Setting setting, long seed, int number) {
        this.setting = setting;
        this.number = number;
        this.random = new Random(seed * 31 + number);
    }

    void run() throws InterruptedException {
        boolean over = setting.over().await(random.nextInt(30_000), TimeUnit.MILLISECONDS);
        while (!over) {
            SoakCall call = call(draw());
            setting.done().accept(call);
            long pause = call.result() == Result.COMPLETE ? 0 : AFTER_REFUSAL.toMillis();
            over = setting.over().await(pause, TimeUnit.MILLISECONDS);
        }
    }

    private Open draw() {
        Manner manner = manner();
        boolean big = manner == Manner.READS_SLOWLY || manner == Manner.STOPS_READING;
        String task = big ? SoakWall.BIG : one(setting.tasks());
        SoakDoor[] doors = SoakDoor.values();
        String traceId = String.format("%016x%016x", number + 1, ++calls);
        SoakDoor door = task.contains("restart") ? SoakDoor.USE_CASE : doors[random.nextInt(doors.length)];
        return new Open(traceId, task, door, big || random.nextInt(10) > 0, manner, one(SoakWall.questions(task)));
    }

    private Manner manner() {
        int drawn = random.nextInt(200);
        if (drawn == 0) {
            return Manner.STOPS_READING;
        }
        if (drawn < 4) {
            return Manner.READS_SLOWLY;
        }
        if (drawn < 16) {
            return Manner.LEAVES_EARLY;
        }
        return drawn < 32 ? Manner.LEAVES_MIDWAY : Manner.READS;
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private SoakCall call(Open open) {
        long began = System.nanoTime();
        int limit = (int) setting.limit().toMillis();
        try (SoakSocket socket = new SoakSocket(setting.gateway(), limit)) {
            byte[] body = open.door()
                    .body(open.task(), open.stream(), open.question())
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            String headers = "Authorization: Bearer " + setting.key() + "\r\ntraceparent: 00-" + open.traceId()
                    + "-00000000000000ab-01\r\n";
            socket.post(open.door().path(open.task(), open.stream()), headers, body);
            return answer(open, socket, began);
        } catch (Exception e) {
            return told(open, Result.WRONG, null, 0, began, e.toString());
        }
    }

    private SoakCall answer(Open open, SoakSocket socket, long began) throws Exception {
        if (open.manner() == Manner.LEAVES_EARLY) {
            try {
                socket.readHead(1 + random.nextInt(4000));
            } catch (SocketTimeoutException e) {
                // as long as it cared to wait
            }
            return left(open, socket, began);
        }
        socket.readHead((int) setting.limit().toMillis());
        if (open.manner() == Manner.STOPS_READING) {
            setting.over().await(setting.limit().toMillis(), TimeUnit.MILLISECONDS);
            return left(open, socket, began);
        }
        if (!"text/event-stream;charset=UTF-8".equals(socket.header("content-type"))) {
            return whole(open, socket, began);
        }
        return events(open, socket, began);
    }

    private SoakCall left(Open open, SoakSocket socket, long began) throws IOException {
        socket.leave(random.nextBoolean());
        return told(open, Result.LEFT, null, 0, began, "");
    }

    private SoakCall whole(Open open, SoakSocket socket, long began) throws Exception {
        JsonNode answer = Json.MAPPER.readTree(socket.readAllBytes());
        String text = open.door().text(answer);
        if (socket.status() == 200) {
            String deployment = setting.wall().deploymentThatSays(open.question(), text);
            Result result = deployment == null || open.stream() ? Result.WRONG : Result.COMPLETE;
            return told(open, result, deployment, 0, began, answer.toString());
        }
        boolean real = List.of(429, 502, 503, 504).contains(socket.status())
                && answer.path("error").isObject();
        return told(
                open,
                real ? Result.REFUSED : Result.WRONG,
                null,
                0,
                began,
                socket.status() + (real ? "" : " " + answer));
    }

    private SoakCall events(Open open, SoakSocket socket, long began) throws Exception {
        SoakDoor.Told told = new SoakDoor.Told();
        int leaveAfter = open.manner() == Manner.LEAVES_MIDWAY ? 1 + random.nextInt(20) : Integer.MAX_VALUE;
        String name = "";
        BufferedReader lines = new BufferedReader(new InputStreamReader(socket, StandardCharsets.UTF_8), 4096);
        int events = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            name = line.startsWith("event: ") ? line.substring(7) : line.isEmpty() ? "" : name;
            if (line.startsWith("data: ")) {
                open.door().event(name, line.substring(6), told);
                if (++events >= leaveAfter) {
                    return left(open, socket, began);
                }
                if (open.manner() == Manner.READS_SLOWLY && events % 50 == 0) {
                    setting.over().await(200, TimeUnit.MILLISECONDS);
                }
            }
        }
        return ended(open, told, began);
    }

    private SoakCall ended(Open open, SoakDoor.Told told, long began) {
        String text = told.text.toString();
        String deployment = setting.wall().deploymentThatSays(open.question(), text);
        String seen = text.length() + " characters, " + told.restarts + " restarts" + (told.ended ? ", ended" : "")
                + (told.failed ? ", error" : "") + ", then " + told.after;
        Result result = Result.WRONG;
        if (told.ended && !told.failed && deployment != null) {
            result = Result.COMPLETE;
        } else if (told.failed && !told.ended && setting.wall().isBeginning(open.question(), text)) {
            result = told.after.isEmpty() ? Result.BROKEN : Result.WRONG;
        }
        return told(open, result, deployment, told.restarts, began, seen);
    }

    private SoakCall told(Open open, Result result, String deployment, int restarts, long began, String detail) {
        long millis = (System.nanoTime() - began) / 1_000_000;
        boolean late = millis > setting.limit().toMillis() && open.manner() == Manner.READS;
        return new SoakCall(
                open.traceId(),
                open.task(),
                open.door(),
                open.stream(),
                open.manner(),
                late ? Result.WRONG : result,
                deployment,
                restarts,
                millis,
                late ? "late: " + detail : detail);
    }
}
