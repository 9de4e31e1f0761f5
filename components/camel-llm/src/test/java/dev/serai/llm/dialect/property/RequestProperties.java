/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.property;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.Dialect;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Codecs;
import dev.serai.llm.dialect.DialectCodec;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for every request of one dialect (E2, E3, D4). */
abstract class RequestProperties {
    private final Dialect dialect;
    private final DialectCodec codec;

    RequestProperties(Dialect dialect) {
        this.dialect = dialect;
        this.codec = Codecs.of(dialect);
    }

    @Provide
    Arbitrary<Draw> draws() {
        return Draws.ofAtMost(250);
    }

    /** A to neutral to A is the identity, but for what is refused by name because only A knows it. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void comesBackFromTheNeutralForm(@ForAll("draws") Draw draw) throws Exception {
        // Given
        Sample sample = RequestMaker.request(dialect, draw);

        // When
        Crossing crossing = Crossing.neutral(codec, sample.payload(), codec);

        // Then
        assertThat(crossing.lost()).as("%s", sample).allMatch(name -> sample.natives()
                .contains(leaf(name)));
        assertThat(NormalForms.of(dialect, crossing.written()))
                .as("%s without %s", sample, crossing.lost())
                .isEqualTo(NormalForms.of(dialect, sample.core()));
    }

    /** A to B to A loses nothing but what was refused by name. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void comesBackFromEveryOtherDialect(@ForAll("draws") Draw draw) throws Exception {
        Sample sample = RequestMaker.request(dialect, draw);
        Crossing own = Crossing.neutral(codec, sample.payload(), codec);
        for (Dialect other : Dialect.values()) {
            if (other == dialect) {
                continue;
            }
            // When
            DialectCodec target = Codecs.of(other);
            Crossing there = Crossing.neutral(codec, sample.payload(), target);
            if (emptiesATurn(sample, there.lost())) {
                continue;
            }
            Crossing back = Crossing.neutral(target, there.written(), codec);

            // Then
            String what = sample + " as " + other + ": " + there.written() + " lost " + there.lost();
            assertThat(back.lost())
                    .as(what)
                    .allMatch(name -> own.lost().contains(name) || name.equals("reasoning_content"));
            Canonical canonical = new Canonical(both(there.lost(), back.lost()), dialect, other);
            assertThat(canonical.of(codec.readRequest(back.written())))
                    .as(what)
                    .isEqualTo(canonical.of(codec.readRequest(sample.payload())));
        }
    }

    /** Whatever is refused is named as the caller wrote it, and may be lost by that name. */
    @Property(seed = Draws.SEED, edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedStandsInTheRequest(@ForAll("draws") Draw draw) throws Exception {
        Sample sample = RequestMaker.request(dialect, draw);
        for (Dialect other : Dialect.values()) {
            if (other != dialect) {
                Set<String> lost = Crossing.called(codec, sample.payload(), Codecs.of(other))
                        .lost();
                assertThat(lost).as("%s as %s", sample, other).allMatch(name -> Stream.of(name.split("\\."))
                        .allMatch(part -> stands(sample.payload(), part)));
            }
        }
    }

    /** Who agreed to lose pictures and had nothing but a picture has no request left. */
    private boolean emptiesATurn(Sample sample, Set<String> lost) throws Exception {
        return codec.readRequest(sample.payload()).messages().stream().anyMatch(message -> message.parts().stream()
                .allMatch(part -> part instanceof Part.Native
                        || part instanceof Part.Image && lost.contains("image_url")
                        || part instanceof Part.Audio && lost.contains("input_audio")
                        || part instanceof Part.File && (lost.contains("file") || lost.contains("file.file_id"))));
    }

    private static Set<String> both(Set<String> some, Set<String> others) {
        Set<String> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    private static String leaf(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** As the name of a field or a type. */
    private static boolean stands(JsonNode payload, String name) {
        return payload.findValue(name) != null || payload.toString().contains(name);
    }
}
