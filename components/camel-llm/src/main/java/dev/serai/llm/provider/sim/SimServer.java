/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated provider: an HTTP/1.1 server with one thread per connection, which answers each mount by its script.
 * Closing it closes all connections. Thread-safe.
 */
public final class SimServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimServer.class);
    private static final int BACKLOG = 1024;

    private final ServerSocket listener;
    private final Options options;
    private final SimJournal journal;
    private final SimRouter router;
    private final ConcurrentMap<String, SimMount> mounts = new ConcurrentHashMap<>();
    private final Set<SimWire> wires = ConcurrentHashMap.newKeySet();
    private final Semaphore free;
    private final Thread acceptor;
    private volatile boolean closed;

    private SimServer(ServerSocket listener, Options options) {
        this.listener = listener;
        this.options = options;
        this.journal = new SimJournal(options.journalSize());
        this.router = new SimRouter(mounts, journal);
        this.free = new Semaphore(options.maxConnections());
        this.acceptor = options.threads().newThread(this::accept);
    }

    /** Starts a server on an ephemeral loopback port. */
    public static SimServer start() throws IOException {
        return start(Options.DEFAULT);
    }

    /** Starts a server; throws IOException where the port is taken. */
    public static SimServer start(Options options) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            InetAddress host =
                    options.host() == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(options.host());
            listener.bind(new InetSocketAddress(host, options.port()), BACKLOG);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
        SimServer server = new SimServer(listener, options);
        server.acceptor.start();
        LOG.atInfo().addKeyValue("port", server.port()).log("simulated provider started");
        return server;
    }

    /**
     * Serves a script under a name, its attempts counted from 1. A name that is mounted already goes to the new script;
     * closing the older handle then changes nothing. Requests under way go on with the script they began with.
     *
     * @throws IllegalArgumentException where the name is not of letters, digits, dot, dash and underscore
     */
    public AutoCloseable mount(String name, SimScript script) {
        SimMount mount = new SimMount(checkedName(name), Objects.requireNonNull(script, "script"));
        mounts.put(name, mount);
        return () -> mounts.remove(name, mount);
    }

    /** Where a mount is reached: {@code http://127.0.0.1:port/name}; the dialects' paths begin with {@code /v1}. */
    public URI baseUrl(String mount) {
        String host = listener.getInetAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : listener.getInetAddress().getHostAddress();
        return URI.create(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/" + checkedName(mount));
    }

    public int port() {
        return listener.getLocalPort();
    }

    public SimJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        closed = true;
        acceptor.interrupt();
        closeQuietly(listener);
        wires.forEach(SimServer::closeQuietly);
    }

    static String checkedName(String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw new IllegalArgumentException(
                    "sim mount = '" + name
                            + "': must be at most 100 letters, digits, dots, dashes and underscores, and begin with the former");
        }
        return name;
    }

    private void accept() {
        while (!closed) {
            try {
                // at the bound new clients wait in the listener's backlog
                free.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            try {
                serve(listener.accept());
            } catch (IOException e) {
                free.release();
                if (!closed) {
                    LOG.atWarn().addKeyValue("reason", e.getMessage()).log("could not accept a connection");
                }
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        SimWire wire = new SimWire(socket);
        wires.add(wire);
        journal.connectionOpened();
        boolean started = false;
        try {
            options.threads().newThread(() -> run(wire)).start();
            started = true;
        } catch (OutOfMemoryError e) {
            // the system has no further thread, which is no reason to stop serving the clients that have one
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("connection refused");
        } finally {
            if (!started) {
                ended(wire);
            }
        }
        if (closed || !started) {
            closeQuietly(wire);
        }
    }

    private void run(SimWire wire) {
        try {
            new SimConnection(wire, router).run();
        } finally {
            ended(wire);
        }
    }

    private void ended(SimWire wire) {
        wires.remove(wire);
        journal.connectionClosed();
        free.release();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            LOG.atDebug().addKeyValue("reason", e.getMessage()).log("close failed");
        }
    }

    /**
     * How a server is set up.
     *
     * @param host           the address to listen on; null for loopback
     * @param port           0 for an ephemeral one
     * @param maxConnections further clients wait until one has left
     * @param journalSize    requests kept
     * @param threads        makes the thread of each connection and the accepting one
     */
    public record Options(String host, int port, int maxConnections, int journalSize, ThreadFactory threads) {
        /** An ephemeral loopback port, 4096 connections, 10,000 requests kept, daemon platform threads. */
        public static final Options DEFAULT = new Options(null, 0, 4096, 10_000, Options::daemon);

        public Options {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("sim port = " + port + ": must be from 0 to 65535");
            }
            if (maxConnections < 1 || journalSize < 1) {
                throw new IllegalArgumentException("sim maxConnections and journalSize: must be at least 1");
            }
            Objects.requireNonNull(threads, "threads");
        }

        public Options withHost(String value) {
            return new Options(value, port, maxConnections, journalSize, threads);
        }

        public Options withPort(int value) {
            return new Options(host, value, maxConnections, journalSize, threads);
        }

        public Options withMaxConnections(int value) {
            return new Options(host, port, value, journalSize, threads);
        }

        public Options withJournalSize(int value) {
            return new Options(host, port, maxConnections, value, threads);
        }

        public Options withThreads(ThreadFactory value) {
            return new Options(host, port, maxConnections, journalSize, value);
        }

        private static Thread daemon(Runnable task) {
            Thread thread = new Thread(task, "serai-sim");
            thread.setDaemon(true);
            return thread;
        }
    }
}
