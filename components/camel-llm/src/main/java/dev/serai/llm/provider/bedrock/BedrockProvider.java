/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.bedrock;

import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.serai.llm.Dialect;
import dev.serai.llm.provider.ErrorReader;
import dev.serai.llm.provider.LlmProvider;
import dev.serai.llm.provider.OutgoingRequest;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.sse.EventStreamReader;
import dev.serai.llm.sse.FrameReader;

/**
 * Amazon Bedrock. The key is {@code ACCESS_KEY_ID:SECRET[:SESSION_TOKEN]}, which signs each request for the region in the
 * host name, or a Bedrock API key, which has no colon. Stateless, thread-safe.
 */
public final class BedrockProvider implements LlmProvider {
    static final String NAME = "bedrock";

    /** AWS signs for this one where no region is named. */
    private static final String DEFAULT_REGION = "us-east-1";

    private static final Pattern HOST = Pattern.compile("(?:^|.*\\.)bedrock-runtime(?:-fips)?\\.([a-z0-9-]+)\\..*");

    private final Clock clock;
    private final ErrorReader errors;

    public BedrockProvider() {
        this(Clock.systemUTC());
    }

    BedrockProvider(Clock clock) {
        this.clock = clock;
        this.errors = new BedrockErrors(new RetryAfter(clock));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect dialect() {
        return Dialect.BEDROCK_CONVERSE;
    }

    /** None: the region decides where data goes, so the endpoint has to say it. */
    @Override
    public String defaultBaseUrl() {
        return null;
    }

    /** A model is an id, an inference profile or an ARN, whose colons and slashes are encoded. */
    @Override
    public String path(String model, boolean stream) {
        String encoded = URLEncoder.encode(model, StandardCharsets.UTF_8).replace("+", "%20");
        return "/model/" + encoded + (stream ? "/converse-stream" : "/converse");
    }

    @Override
    public void authenticate(String apiKey, OutgoingRequest request) {
        if (apiKey == null) {
            return;
        }
        String[] key = apiKey.split(":", 3);
        if (key.length == 1) {
            request.setHeader("Authorization", "Bearer " + apiKey);
            return;
        }
        SigV4Signer signer = new SigV4Signer(
                new SigV4Signer.Credentials(key[0], key[1], key.length == 3 ? key[2] : null),
                region(request.uri().getHost()),
                "bedrock",
                clock);
        signer.sign("POST", request.uri(), Map.of(), request.body()).forEach(request::setHeader);
    }

    static String region(String host) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() ? matcher.group(1) : DEFAULT_REGION;
    }

    @Override
    public String maxTokensField() {
        return "maxTokens";
    }

    @Override
    public ErrorReader errors() {
        return errors;
    }

    @Override
    public List<String> streamTypes() {
        return List.of("application/vnd.amazon.eventstream");
    }

    @Override
    public FrameReader frames(InputStream in, int maxFrameBytes) {
        return new EventStreamReader(in, maxFrameBytes);
    }
}
