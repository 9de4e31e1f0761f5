/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.price;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.serai.gateway.config.Hashes;
import dev.serai.gateway.config.Located;
import dev.serai.gateway.config.Spelling;
import dev.serai.gateway.config.StrictYaml;
import dev.serai.gateway.config.Texts;
import dev.serai.gateway.deployment.Deployment;
import dev.serai.gateway.deployment.Deployments;

/** All of {@code config/prices.yaml}, as it was when it was read. Immutable and thread-safe. */
public final class PriceTable {
    private final Map<String, Price> byName;
    private final String version;

    private PriceTable(Map<String, Price> byName) {
        this.byName = byName;
        this.version = Hashes.shortHash(byName.toString());
    }

    /**
     * Reads the file, or throws {@link dev.serai.gateway.config.ConfigException}. Without the file no price is known.
     *
     * @param deployments whose prices have to be in it
     */
    public static PriceTable read(Path file, UnaryOperator<String> placeholders, Deployments deployments) {
        return parse(file, Texts.readNow(file), placeholders, deployments);
    }

    /** The same of what has been read from that file, if it was there. */
    public static PriceTable parse(
            Path file, Optional<String> text, UnaryOperator<String> placeholders, Deployments deployments) {
        if (text.isEmpty()) {
            return new PriceTable(Map.of());
        }
        StrictYaml yaml = StrictYaml.parse(file, text.get(), placeholders).onlyKeys("prices");
        Map<String, Price> prices = new LinkedHashMap<>();
        yaml.entries("prices", "price", Price.class).forEach((name, entry) -> prices.put(name, entry.value()));
        deployments.names().forEach(name -> check(deployments.located(name), prices));
        return new PriceTable(prices);
    }

    private static void check(Located<Deployment> deployment, Map<String, Price> prices) {
        String price = deployment.value().price();
        if (!prices.containsKey(price)) {
            throw deployment.error(
                    "price", "'" + price + "' is not in prices.yaml", Spelling.fix(price, "prices", prices.keySet()));
        }
    }

    /** The rates of that name on a day (UTC); empty where they are not known. */
    public Optional<Rates> rates(String price, LocalDate day) {
        return Optional.ofNullable(byName.get(price)).flatMap(known -> known.on(day));
    }

    /** A name for what is in it: the same contents have the same one. */
    public String version() {
        return version;
    }
}
