/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that can go wrong with a model call, with its {@link ErrorClass}. Nothing beyond {@code camel-llm} looks at
 * a provider's HTTP status to decide something.
 *
 * <p>{@link #getMessage()} is safe to log: it never has content or a secret. {@link #reason()} is what the caller may be
 * told, which can quote the caller's own input, so it goes to the caller and nowhere else. Immutable; no stack trace,
 * since a failing provider is not a fault in this program.
 */
public class LlmException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;
    private final String provider;
    private final int status;
    private final String code;
    private final String field;
    private final transient String reason;
    private final transient Duration retryAfter;
    private final int clientStatus;
    private final boolean retryable;

    private LlmException(Builder builder) {
        super(builder.summary(), builder.cause, false, false);
        this.errorClass = builder.errorClass;
        this.provider = builder.provider;
        this.status = builder.status;
        this.code = builder.code;
        this.field = builder.field;
        this.reason = builder.reason;
        this.retryAfter = builder.retryAfter;
        this.clientStatus = builder.clientStatus;
        this.retryable = builder.retryable;
    }

    public static Builder of(ErrorClass errorClass) {
        return new Builder(errorClass);
    }

    /** A caller's mistake, found before anything was sent. */
    public static LlmException invalid(String field, String reason) {
        return of(ErrorClass.INVALID_REQUEST).field(field).reason(reason).build();
    }

    /** A field that the target's dialect cannot express; {@code field} is its name in the caller's dialect. */
    public static LlmException unsupported(String field, String reason) {
        return of(ErrorClass.UNSUPPORTED_FEATURE).field(field).reason(reason).build();
    }

    /** The one that a failure is or was caused by, or null: Camel's circuitBreaker wraps every checked exception. */
    public static LlmException within(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof LlmException known) {
                return known;
            }
        }
        return null;
    }

    public ErrorClass errorClass() {
        return errorClass;
    }

    /** The provider that failed, or null where the gateway itself refuses. */
    public String provider() {
        return provider;
    }

    /** The provider's HTTP status, or 0 where there was none (reset, time-out, in-band error, own refusal). */
    public int status() {
        return status;
    }

    /** A machine-readable detail within the class, e.g. {@code context_length_exceeded}; may be null. */
    public String code() {
        return code;
    }

    /** The request field at fault, in the dialect it was read from; may be null. */
    public String field() {
        return field;
    }

    /** What the caller may be told; can quote the caller's input: never log it. */
    public String reason() {
        return reason == null ? getMessage() : reason;
    }

    /** How long the provider asks to wait; empty where it did not say. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** The HTTP status for the caller. */
    public int clientStatus() {
        return clientStatus == 0 ? errorClass.clientStatus() : clientStatus;
    }

    /** False where the provider or the condition itself says that the same request cannot succeed on a second try. */
    public boolean retryable() {
        return retryable && errorClass.retry() == ErrorClass.Retry.ONCE;
    }

    /** Builds an {@link LlmException}; not thread-safe. */
    public static final class Builder {
        private final ErrorClass errorClass;
        private String provider;
        private int status;
        private String code;
        private String field;
        private String reason;
        private String detail;
        private Duration retryAfter;
        private int clientStatus;
        private boolean retryable = true;
        private Throwable cause;

        private Builder(ErrorClass errorClass) {
            this.errorClass = Objects.requireNonNull(errorClass, "errorClass");
        }

        public Builder provider(String value) {
            this.provider = value;
            return this;
        }

        public Builder status(int value) {
            this.status = value;
            return this;
        }

        public Builder code(String value) {
            this.code = value;
            return this;
        }

        public Builder field(String value) {
            this.field = value;
            return this;
        }

        /** For the caller's eyes only; see {@link LlmException#reason()}. */
        public Builder reason(String value) {
            this.reason = value;
            return this;
        }

        /** For the log: our own constant words, never a provider's or a caller's text. */
        public Builder detail(String value) {
            this.detail = value;
            return this;
        }

        public Builder retryAfter(Duration value) {
            this.retryAfter = value;
            return this;
        }

        /** Overrides the class's status where a more exact one exists, e.g. 413 for a body that is too large. */
        public Builder clientStatus(int value) {
            this.clientStatus = value;
            return this;
        }

        public Builder notRetryable() {
            this.retryable = false;
            return this;
        }

        public Builder cause(Throwable value) {
            this.cause = value;
            return this;
        }

        public LlmException build() {
            return new LlmException(this);
        }

        private String summary() {
            StringBuilder text = new StringBuilder(errorClass.code());
            if (provider != null) {
                text.append(" from ").append(provider);
            }
            if (status != 0) {
                text.append(" (HTTP ").append(status).append(')');
            }
            if (detail != null) {
                text.append(": ").append(detail);
            }
            return text.toString();
        }
    }
}
