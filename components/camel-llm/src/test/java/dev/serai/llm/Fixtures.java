/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The recorded provider exchanges, read from {@code shared/providers/fixtures} in a directory above the working one. */
public final class Fixtures {
    private static final String HOME = "shared/providers/fixtures";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One recorded exchange.
     *
     * @param id      provider directory and case name
     * @param request the request body; the JSON literal {@code null} where none was recorded
     * @param status  the HTTP status, 0 where it was not recorded
     * @param headers response headers by lower-case name
     * @param body    the response body after content decoding
     */
    public record Fixture(
            String id, JsonNode meta, byte[] request, int status, Map<String, List<String>> headers, byte[] body) {
        public boolean streaming() {
            return meta.path("streaming").asBoolean();
        }

        public JsonNode requestJson() {
            return json(request);
        }

        public JsonNode bodyJson() {
            return json(body);
        }

        @Override
        public String toString() {
            return id;
        }
    }

    private Fixtures() {}

    /** The cases of a provider's directory, by name; fails where there are none. */
    public static List<Fixture> of(String provider) {
        Path directory = home().resolve(provider);
        try (Stream<Path> cases = Files.list(directory)) {
            List<Fixture> found = cases.filter(Files::isDirectory)
                    .sorted()
                    .map(Fixtures::read)
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalStateException("no fixtures in " + directory);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One case, e.g. {@code openai-chat/plain}; fails where it does not exist. */
    public static Fixture named(String id) {
        return read(home().resolve(id));
    }

    private static Path home() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(HOME))) {
                return at.resolve(HOME);
            }
        }
        throw new IllegalStateException("no " + HOME + " above " + Path.of("").toAbsolutePath());
    }

    private static Fixture read(Path home) {
        try {
            String status = Files.readString(home.resolve("response.status")).strip();
            return new Fixture(
                    home.getParent().getFileName() + "/" + home.getFileName(),
                    json(Files.readAllBytes(home.resolve("meta.json"))),
                    Files.readAllBytes(
                            home.resolve(Files.exists(home.resolve("request.body")) ? "request.body" : "request.json")),
                    status.equals("null") ? 0 : Integer.parseInt(status),
                    JSON.readValue(home.resolve("response.headers.json").toFile(), new TypeReference<>() {}),
                    Files.readAllBytes(home.resolve("response.body")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return JSON.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
