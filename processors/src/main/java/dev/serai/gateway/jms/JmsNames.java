/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

/** The message properties that the JMS door reads and writes; docs/jms.md describes them. */
public final class JmsNames {
    /** Of a request: the caller's gateway key. */
    public static final String KEY = "SeraiKey";
    /** Of a request: {@code openai-chat}, {@code anthropic-messages} or {@code use-case}. */
    public static final String DIALECT = "SeraiDialect";
    /** Of a request: the task, where the body does not name it. */
    public static final String TASK = "SeraiTask";
    /** Of a request in the use-case dialect: true for a stream. */
    public static final String STREAM = "SeraiStream";
    /** Of a request: a deployment, for callers that may pin. Of a reply: the one that answered. */
    public static final String DEPLOYMENT = "SeraiDeployment";

    /** Of a request: what the header {@code Cache-Control} is over HTTP. */
    public static final String CACHE_CONTROL = "SeraiCacheControl";

    /** Of a request: what the header {@code Idempotency-Key} is over HTTP. */
    public static final String IDEMPOTENCY_KEY = "SeraiIdempotencyKey";
    /** Of a reply: true where it was made for an earlier call with the same idempotency key. */
    public static final String REPLAYED = "SeraiReplayed";

    public static final String TRACE_PARENT = "traceparent";
    public static final String AUTHORIZATION = "Authorization";

    /** Of a reply: the id in the decision record. */
    public static final String REQUEST_ID = "SeraiRequestId";
    /** Of a reply: the HTTP status that the call would have had. */
    public static final String STATUS = "SeraiStatus";
    /** Of a reply to a failed call, and of a dead letter. */
    public static final String ERROR_CLASS = "SeraiErrorClass";
    /** Of a reply to a failed call: seconds. */
    public static final String RETRY_AFTER = "SeraiRetryAfter";
    /** Of a reply: whether it is the last one to its request. */
    public static final String FINAL = "SeraiFinal";
    /** As Camel writes {@code Content-Type}, which is no name of a JMS property. */
    public static final String CONTENT_TYPE = "Content_HYPHEN_Type";

    public static final String GROUP_ID = "JMSXGroupID";
    public static final String GROUP_SEQUENCE = "JMSXGroupSeq";

    private JmsNames() {}
}
