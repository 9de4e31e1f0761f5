/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The file that keeps kill switches over a restart. One thread writes. */
final class KillSwitchFile {
    private static final Logger LOG = LoggerFactory.getLogger(KillSwitchFile.class);
    private static final Duration CLEARED_KEPT = Duration.ofDays(7);
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private final Path path;

    KillSwitchFile(Path path) {
        this.path = path;
    }

    /** Those of the last run. A file that cannot be read stops the start: what was switched off must not come back unseen. */
    List<KillSwitch> read() {
        if (!Files.exists(path)) {
            return List.of();
        }
        try {
            return MAPPER.readValue(path.toFile(), new TypeReference<List<KillSwitch>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(
                    path + " cannot be read: mend it, or delete it and set the kill switches again", e);
        }
    }

    void write(List<KillSwitch> switches) {
        long oldest = System.currentTimeMillis() - CLEARED_KEPT.toMillis();
        List<KillSwitch> kept = switches.stream()
                .filter(each -> each.on() || each.at() > oldest)
                .toList();
        try {
            Files.createDirectories(path.getParent());
            Path draft = path.resolveSibling("." + path.getFileName() + ".new");
            MAPPER.writeValue(draft.toFile(), kept);
            move(draft);
        } catch (IOException e) {
            LOG.atError()
                    .addKeyValue("file", path)
                    .addKeyValue("reason", e.getClass().getSimpleName())
                    .log("The kill switches could not be written: they hold until this instance stops");
        }
    }

    private void move(Path draft) throws IOException {
        try {
            Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
