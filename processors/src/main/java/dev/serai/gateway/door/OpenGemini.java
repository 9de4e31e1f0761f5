/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** The first step of Gemini's door, by the bean name {@code open-gemini}: the query says which form a stream has. Stateless. */
@Component("open-gemini")
public final class OpenGemini {
    private final Doors doors;

    OpenGemini(Doors doors) {
        this.doors = doors;
    }

    /** Google's SDKs ask for {@code alt=sse}; without it a stream is one JSON array. */
    public void open(Exchange exchange) {
        HttpServletRequest request = Doors.request(exchange);
        boolean stream = request.getRequestURI().endsWith(GeminiDoor.STREAM);
        String query = request.getQueryString();
        boolean sse = query != null && List.of(query.split("&")).contains("alt=sse");
        doors.open(exchange, stream && !sse ? GeminiDoor.ARRAY : GeminiDoor.EVENTS);
    }
}
