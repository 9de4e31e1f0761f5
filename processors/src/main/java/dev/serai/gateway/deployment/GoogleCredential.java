/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmCredential;
import dev.serai.llm.LlmException;

/**
 * Access tokens of Google Cloud. Google's library keeps one until minutes before it runs out and gets the next one once,
 * however many calls wait for it. Thread-safe.
 */
final class GoogleCredential implements LlmCredential {
    private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

    private final GoogleCredentials credentials;

    private GoogleCredential(GoogleCredentials credentials) {
        this.credentials = credentials;
    }

    /** Reads a service account's key or a configuration of workload identity. */
    static GoogleCredential read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new GoogleCredential(GoogleCredentials.fromStream(in).createScoped(SCOPE));
        } catch (IOException | RuntimeException e) { // the library's messages can quote the file
            throw new InvalidValueException(
                    "googleCredentials",
                    file,
                    "is no readable file of Google credentials",
                    "take the JSON file that Google Cloud makes for a service account or a workload identity");
        }
    }

    @Override
    public String apiKey() throws LlmException {
        try {
            credentials.refreshIfExpired();
            AccessToken token = credentials.getAccessToken();
            return token.getTokenValue();
        } catch (IOException e) { // its message can quote the answer of the token server
            throw LlmException.of(ErrorClass.AUTHENTICATION)
                    .detail("Google Cloud gave no access token: " + e.getClass().getSimpleName())
                    .reason("The gateway's credential for the model's provider does not work.")
                    .build();
        }
    }

    @Override
    public String toString() {
        return "GoogleCredential[***]";
    }
}
