/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A file with a secret that Serai makes itself, once, for its owner alone to read. */
public final class SecretFile {
    private SecretFile() {}

    /**
     * Makes the file in one step, or leaves the one that another start made meanwhile: the secret is written to a file of its
     * own, which only its owner can read from the first byte, and then linked under the real name, which fails if that
     * exists. A rename would replace it.
     *
     * @param secret one line
     * @return false where the file was there already
     */
    public static boolean make(Path file, Secret secret) throws IOException {
        Files.createDirectories(file.getParent());
        Path draft = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new", ownerOnly(file));
        try {
            Files.writeString(draft, secret.reveal() + "\n", StandardCharsets.US_ASCII);
            Files.createLink(file, draft);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.delete(draft);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
