/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.sim;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.Operation;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.PreparedCall;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.sse.FrameReader;

/** The simulated provider as the component calls it: like a real one, at the base URL of a mount. */
public final class SimProvider implements LlmProvider {
    private final LlmProvider like;
    private final String prefix;
    private final String usualKey;

    /**
     * @param like   the provider that is played
     * @param prefix what its own base URL has behind the host
     */
    public SimProvider(LlmProvider like, String prefix) {
        this(like, prefix, null);
    }

    /** @param usualKey used where the endpoint has no key; null where none is needed */
    SimProvider(LlmProvider like, String prefix, String usualKey) {
        this.like = Objects.requireNonNull(like, "like");
        this.prefix = Objects.requireNonNull(prefix, "prefix");
        this.usualKey = usualKey;
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public Dialect dialect() {
        return like.dialect();
    }

    @Override
    public String defaultBaseUrl() {
        return null;
    }

    @Override
    public String path(String model, boolean stream) {
        return prefix + like.path(model, stream);
    }

    /** Those that its server plays. */
    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        boolean played = dialect() == Dialect.OPENAI_CHAT || dialect() == Dialect.ANTHROPIC_MESSAGES;
        return like.operation(operation).filter(own -> played).map(own -> (request, model) -> {
            PreparedCall call = own.prepare(request, model);
            return new PreparedCall(base -> call.address().apply(base + prefix), call.payload(), call.answers());
        });
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        like.authenticate(apiKey == null ? usualKey : apiKey, request);
    }

    @Override
    public boolean keyRequired() {
        return false;
    }

    @Override
    public String maxTokensField() {
        return like.maxTokensField();
    }

    @Override
    public ErrorReader errors() {
        return like.errors();
    }

    @Override
    public List<String> streamTypes() {
        return like.streamTypes();
    }

    @Override
    public FrameReader frames(InputStream in, int maxFrameBytes) {
        return like.frames(in, maxFrameBytes);
    }
}
