/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.util.concurrent.CompletableFuture;

/** The way to the other instances. Nothing here waits for them. Thread-safe. */
interface Link {
    /** Of an instance that is alone. */
    Link NONE = new Link() {
        @Override
        public boolean isUp() {
            return false;
        }

        @Override
        public int members() {
            return 1;
        }

        @Override
        public long time() {
            return System.currentTimeMillis();
        }

        @Override
        public <V extends Stamped> CompletableFuture<V> submit(String map, String key, Change<V> change) {
            throw new IllegalStateException("an instance alone has no link");
        }

        @Override
        public void lost(Throwable reason) {
            throw new IllegalStateException("an instance alone has no link");
        }
    };

    /** Whether changes can be submitted; false from {@link #lost} until the fleet's store has answered again. */
    boolean isUp();

    /** This instance and those that it is in touch with. */
    int members();

    /** The fleet's clock, in milliseconds. */
    long time();

    /** The value after the change, however late it comes. To be asked while {@link #isUp} only. */
    <V extends Stamped> CompletableFuture<V> submit(String map, String key, Change<V> change);

    /** A change was not answered in time, or not at all. */
    void lost(Throwable reason);
}
