/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cache.idempotency;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.config.Secret;
import dev.serai.gateway.config.SecretFile;
import dev.serai.gateway.config.SeraiHome;
import dev.serai.llm.LlmException;

/**
 * This instance's encryption key: the configured one, or one in a file below data/ that is made at its first use. All
 * instances of a fleet need the same, which the database says by its fingerprint. Thread-safe.
 */
@Component
final class Seals {
    static final String KEY = "serai.idempotency.encryption-key";
    static final String FILE = "idempotency-key";

    private static final Logger LOG = LoggerFactory.getLogger(Seals.class);

    private final CallTable table;
    private final Path file;
    /** Whether another key than the database names replaces that one: nobody else can be using it, or it was configured. */
    private final boolean replaces;

    private Seal seal;
    private boolean checked;
    private volatile boolean foreign;

    @Autowired
    Seals(
            CallTable table,
            SeraiHome home,
            CamelContext camel,
            @Value("${serai.idempotency.encryption-key}") String configured,
            @Value("${spring.datasource.url:}") String database) {
        this(table, home.data().resolve(FILE), camel.resolvePropertyPlaceholders(configured), database.isBlank());
    }

    /** @param ownDatabase whether no other instance can be using it */
    Seals(CallTable table, Path file, String configured, boolean ownDatabase) {
        this.table = table;
        this.file = file;
        this.replaces = ownDatabase || !configured.isBlank();
        if (!configured.isBlank()) {
            seal = seal(KEY, Secret.of(configured));
        }
    }

    /** The key, made where there is none yet; refused where it is not the fleet's. */
    Seal current() throws LlmException {
        Seal mine;
        synchronized (this) {
            mine = mine();
            if (!checked) {
                check(mine, replaces);
                checked = true;
            }
        }
        if (foreign) {
            throw Refusals.foreignKey();
        }
        return mine;
    }

    /** Looks again whether it is the fleet's key. */
    synchronized void check() {
        if (checked) {
            check(seal, false);
        }
    }

    private void check(Seal mine, boolean replace) {
        String named = table.fingerprint(mine.fingerprint());
        boolean other = !named.equals(mine.fingerprint());
        if (other && replace) {
            table.replaceFingerprint(mine.fingerprint());
            LOG.warn("{} is another one than before: answers kept until now cannot be given again", KEY);
            other = false;
        }
        if (other && !foreign) {
            LOG.error(
                    "this instance's encryption key is not the fleet's: calls with an idempotency key are refused here until"
                            + " {} has the same value on all instances",
                    KEY);
        }
        foreign = other;
    }

    private Seal mine() {
        if (seal == null) {
            try {
                if (!Files.exists(file)) {
                    SecretFile.make(file, Seal.random());
                }
                seal = seal(file.toString(), Secret.of(Files.readString(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return seal;
    }

    private static Seal seal(String key, Secret secret) {
        try {
            return new Seal(secret);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(key, null, e.getMessage(), "use the same key on all instances");
        }
    }
}
