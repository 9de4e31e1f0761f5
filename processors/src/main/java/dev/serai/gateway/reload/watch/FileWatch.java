/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.serai.gateway.config.Texts;

/**
 * Looks at the files again and again, and at once when the file system says that one has changed: that it does not say of
 * files behind a link that was set anew, as a mounted ConfigMap does it. A change is told when two looks have seen the same,
 * so that nobody reads half of a file, or half of a set of them. It has one thread, on which it tells.
 */
public final class FileWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);

    /** So long nothing has to change. */
    private static final Duration SETTLED = Duration.ofMillis(200);

    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final int MOST_FAILURES = 10;
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final Path home;
    private final Duration poll;
    private final Listener listener;
    private final Thread thread;
    private final WatchService events;
    private Texts told;
    private Texts pending;
    private long pendingSince;
    private long lookedAt;
    private int failures;

    /** Who is told. */
    public interface Listener {
        /** The files have come to rest, and are others than before. */
        void changed(Texts now);

        /** Comes a few times a second, for whatever is to be done in time. */
        void tick();

        /** Files to look at beside those of the two folders. */
        Set<Path> others();
    }

    private FileWatch(Path home, Texts known, Duration poll, Listener listener, WatchService events) {
        this.home = home;
        this.told = known;
        this.poll = poll;
        this.listener = listener;
        this.events = events;
        this.thread = Thread.ofPlatform().daemon().name("serai-reload").unstarted(this::run);
    }

    /**
     * Begins to watch.
     *
     * @param known the files as they are known already
     * @param poll  how often it looks where no event comes
     */
    public static FileWatch start(Path home, Texts known, Duration poll, Listener listener) {
        WatchService events = null;
        try {
            events = home.getFileSystem().newWatchService();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn("The file system tells no changes ({}): files are looked at every {}", e.getMessage(), poll);
        }
        FileWatch watch = new FileWatch(home, known, poll, listener, events);
        watch.register();
        watch.thread.start();
        return watch;
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                boolean event = await(pending == null ? GLANCE.multipliedBy(2) : GLANCE);
                if (event || pending != null || System.nanoTime() - lookedAt >= poll.toNanos()) {
                    look();
                }
                listener.tick();
                failures = 0;
            } catch (InterruptedException | ClosedWatchServiceException e) {
                return;
            } catch (Exception | LinkageError e) { // the watch outlives whatever a file makes happen
                // a file may go while its folder is read, and then the next look knows better
                if (++failures == MOST_FAILURES || !(e instanceof UncheckedIOException)) {
                    LOG.atError().setCause(e).log("The files cannot be looked at, or not be brought into force");
                }
                pending = null;
            }
        }
    }

    private boolean await(Duration limit) throws InterruptedException {
        if (events == null) {
            TimeUnit.NANOSECONDS.sleep(limit.toNanos());
            return false;
        }
        WatchKey key = events.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        boolean event = key != null;
        while (key != null) {
            key.pollEvents();
            key.reset();
            key = events.poll();
        }
        return event;
    }

    private void look() {
        lookedAt = System.nanoTime();
        Texts now = FileScan.now(home, listener.others());
        if (now.equals(told)) {
            pending = null;
        } else if (!now.equals(pending)) {
            pending = now;
            pendingSince = System.nanoTime();
            register();
        } else if (System.nanoTime() - pendingSince >= SETTLED.toNanos()) {
            told = now;
            pending = null;
            listener.changed(now);
        }
    }

    /** All folders, new ones included; one that is watched already is not watched twice. */
    private void register() {
        for (String root : events == null ? List.<String>of() : List.of("routes", "config")) {
            try (Stream<Path> folders = Files.walk(home.resolve(root))) {
                for (Path folder : folders.filter(Files::isDirectory).toList()) {
                    folder.register(
                            events,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE);
                }
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("{} is not watched for events: {}", root, e.getMessage());
            }
        }
    }

    /** Waits for what is being brought into force, for some seconds. */
    @Override
    public void close() {
        thread.interrupt();
        if (events != null) {
            try {
                events.close();
            } catch (IOException e) {
                LOG.debug("The watch did not close: {}", e.getMessage());
            }
        }
        try {
            thread.join(LONGEST_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
