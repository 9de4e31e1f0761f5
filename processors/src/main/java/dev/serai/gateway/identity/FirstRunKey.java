/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.Secret;
import dev.serai.gateway.config.SecretFile;

/**
 * A gateway key that Serai makes itself when its file is missing, so that a first start has a caller.
 *
 * @param caller whose key it is
 * @param file   where it is
 * @param key    the key
 * @param made   whether it was made just now, by this process: then it is to be shown, once
 */
public record FirstRunKey(String caller, Path file, Secret key, boolean made) {
    private static final Pattern FORM = Pattern.compile(NewKey.PREFIX + "[A-Za-z0-9_-]{43}");

    /** Whether its file, which has to be below home, exists. */
    static boolean isThere(Path home, Located<CallerEntry> entry) {
        return Files.exists(below(home, entry));
    }

    static FirstRunKey ensure(Path home, Located<CallerEntry> entry) {
        Path file = below(home, entry);
        String caller = entry.value().name();
        try {
            boolean made =
                    !Files.exists(file) && SecretFile.make(file, NewKey.random().key());
            String key = Files.readString(file).strip();
            if (!FORM.matcher(key).matches()) {
                throw entry.error(
                        "keyFile", "keyFile '" + file + "' has no gateway key in it", "delete it: a new one is made");
            }
            return new FirstRunKey(caller, file, Secret.of(key), made);
        } catch (IOException | UnsupportedOperationException e) {
            throw unusable(entry, file, e);
        }
    }

    /** By its name only: a folder below home may well be a link to a volume. */
    private static Path below(Path home, Located<CallerEntry> entry) {
        Path root = home.toAbsolutePath().normalize();
        Path file = root.resolve(entry.value().keyFile()).normalize();
        if (Path.of(entry.value().keyFile()).isAbsolute() || !file.startsWith(root) || file.equals(root)) {
            throw entry.error(
                    "keyFile", "keyFile is not below Serai's home", "give a relative path, e.g. data/first-run-key");
        }
        return file;
    }

    private static ConfigException unusable(Located<CallerEntry> entry, Path file, Exception cause) {
        String problem = "keyFile '" + file + "' can neither be read nor made ("
                + cause.getClass().getSimpleName() + ")";
        return entry.error("keyFile", problem, "check the folder's permissions, or give a keyHash instead");
    }
}
