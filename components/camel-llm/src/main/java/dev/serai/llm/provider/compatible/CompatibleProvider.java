/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.compatible;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import dev.serai.llm.Dialect;
import dev.serai.llm.LlmException;
import dev.serai.llm.Operation;
import dev.serai.llm.dialect.Losses;
import dev.serai.llm.embeddings.EmbeddingsOperation;
import dev.serai.llm.embeddings.OpenAiEmbeddings;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.ProviderOperation;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.openai.OpenAiErrors;

/** A vendor of the Chat Completions dialect that is not OpenAI. Stateless, thread-safe. */
public final class CompatibleProvider implements LlmProvider {
    private final Vendor vendor;
    private final ErrorReader errors;

    private final ProviderOperation embeddings =
            new EmbeddingsOperation(new OpenAiEmbeddings(), EmbeddingsOperation.Address.below("/embeddings"));

    CompatibleProvider(Vendor vendor) {
        this.vendor = vendor;
        this.errors = new ErrorTable(
                vendor.name(), new RetryAfter(Clock.systemUTC()), vendor.errors(), Vendors.SHARED, OpenAiErrors.RULES);
    }

    /** One for each vendor that has a name of its own, and {@code openai-compatible} for all others. */
    public static List<LlmProvider> all() {
        return Vendors.ALL.stream().<LlmProvider>map(CompatibleProvider::new).toList();
    }

    @Override
    public String name() {
        return vendor.name();
    }

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public String defaultBaseUrl() {
        return vendor.baseUrl();
    }

    @Override
    public String path(String model, boolean stream) {
        return "/chat/completions";
    }

    @Override
    public byte[] adapt(byte[] payload, Losses losses) throws LlmException {
        return new VendorRequest(vendor.fields(), losses).adapt(payload);
    }

    @Override
    public Optional<ProviderOperation> operation(Operation operation) {
        return operation == Operation.EMBEDDINGS && vendor.embeddings() ? Optional.of(embeddings) : Optional.empty();
    }

    @Override
    public boolean keyRequired() {
        return vendor.keyRequired();
    }

    @Override
    public String maxTokensField() {
        return "max_tokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }
}
