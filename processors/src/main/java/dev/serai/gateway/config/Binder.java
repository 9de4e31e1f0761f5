/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.config;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;

/** Binds trees to records, strictly. For one file, not thread-safe. */
final class Binder {
    private JsonMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withCoercionConfigDefaults(
                    config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
            .addModule(new SimpleModule("serai-config")
                    .addAbstractTypeMapping(Set.class, LinkedHashSet.class)
                    .addDeserializer(Duration.class, new FromText<>(Duration.class, Durations::parse)))
            .build();

    <T> T bind(JsonNode node, Class<T> type) throws JsonProcessingException {
        return mapper.treeToValue(node, type);
    }

    <T> void reference(Class<T> type, String kind, Map<String, T> known) {
        Map<String, T> targets = Map.copyOf(known);
        FromText<T> lookup = new FromText<>(type, name -> {
            if (!targets.containsKey(name)) {
                throw new InvalidValueException("", name, "is unknown", Spelling.fix(name, kind, targets.keySet()));
            }
            return targets.get(name);
        });
        mapper = mapper.rebuild()
                .addModule(new SimpleModule("serai-config-" + type.getName()).addDeserializer(type, lookup))
                .build();
    }

    /** A value written as one text. */
    private static final class FromText<T> extends StdScalarDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> reader;

        FromText(Class<T> type, Function<String, T> reader) {
            super(type);
            this.reader = reader;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                context.reportInputMismatch(this, "not one text");
            }
            try {
                return reader.apply(parser.getText());
            } catch (InvalidValueException e) {
                throw JsonMappingException.from(parser, e.rule(), e);
            }
        }
    }
}
