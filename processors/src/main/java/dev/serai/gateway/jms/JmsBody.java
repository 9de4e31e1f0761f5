/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.jms;

import java.nio.charset.StandardCharsets;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.door.BodyLimit;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Reads the body of a request within the limit that HTTP has too. Nothing is deserialized. Thread-safe. */
@Component
final class JmsBody {
    private final long maxBytes;

    JmsBody(@Value("${serai.doors.max-body-size:10MB}") DataSize maxBodySize) {
        this.maxBytes = maxBodySize.toBytes();
    }

    byte[] of(Message message) throws JMSException, LlmException {
        byte[] body;
        if (message instanceof TextMessage text) {
            body = text.getText() == null ? new byte[0] : text.getText().getBytes(StandardCharsets.UTF_8);
        } else if (message instanceof BytesMessage bytes) {
            if (bytes.getBodyLength() > maxBytes) {
                throw BodyLimit.exceeded(maxBytes);
            }
            body = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(body);
        } else {
            throw unusable(415, "unsupported_content_type", "The message has to be a text or bytes message with JSON.");
        }
        if (body.length > maxBytes) {
            throw BodyLimit.exceeded(maxBytes);
        }
        if (body.length == 0) {
            throw unusable(400, "empty_body", "The message has no body: it has to be JSON.");
        }
        return body;
    }

    private static LlmException unusable(int status, String code, String reason) {
        return LlmException.of(ErrorClass.INVALID_REQUEST)
                .clientStatus(status)
                .code(code)
                .detail("the message has no body that could be read")
                .reason(reason)
                .build();
    }
}
