/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A port that leads to another one on this machine, until a test holds it up or cuts it. Thread-safe. */
final class TcpRelay implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile CountDownLatch held = new CountDownLatch(0);

    TcpRelay(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Ends all connections and refuses new ones. */
    void cut() {
        cut = true;
        sockets.forEach(TcpRelay::close);
    }

    /** Connections stay, and nothing passes through them. */
    void hold() {
        held = new CountDownLatch(1);
    }

    void mend() {
        cut = false;
        held.countDown();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket from = listener.accept();
                if (cut) {
                    close(from);
                } else {
                    connect(from);
                }
            } catch (IOException e) { // closed, or the target is not there: the next one may find it
                continue;
            }
        }
    }

    private void connect(Socket from) throws IOException {
        sockets.add(from);
        try {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(to);
            Thread.ofVirtual().start(() -> copy(from, to));
            Thread.ofVirtual().start(() -> copy(to, from));
        } catch (IOException e) {
            close(from);
            throw e;
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                held.await();
                out.write(buffer, 0, read);
            }
        } catch (IOException e) { // one side has gone
            close(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        cut();
        listener.close();
    }
}
