/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

/**
 * A value with its place in the file it was read from, so that a check made later can still name the line. Immutable and
 * thread-safe.
 *
 * @param <T> the record read
 */
public final class Located<T> {
    private final T value;
    private final Positions positions;
    private final String path;
    private final String label;

    Located(T value, Positions positions, String path, String label) {
        this.value = value;
        this.positions = positions;
        this.path = path;
        this.label = label;
    }

    public T value() {
        return value;
    }

    /** The line of a key, e.g. {@code timeouts.connect}; of the value itself where the file doesn't have that key. */
    public int line(String key) {
        return positions.line(Paths.join(path, key));
    }

    /** An error at that key: {@code file:line: deployment 'gpt-mini': problem — fix}. */
    public ConfigException error(String key, String problem, String fix) {
        return positions.error(Paths.join(path, key), label + problem, fix);
    }
}
