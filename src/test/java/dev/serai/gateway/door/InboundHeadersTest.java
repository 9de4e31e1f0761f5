/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/** A call may outlive its request: its client left, and the container serves another with the same objects. */
class InboundHeadersTest {
    @Test
    @DisplayName("B H5: what a call reads of its headers is what came with it, also when its request is over")
    void headersAreACopy() throws Exception {
        // Given
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/v1/chat/completions");
        request.setContentType("application/json");
        request.addHeader("Authorization", "Bearer one");
        AtomicReference<HttpServletRequest> filtered = new AtomicReference<>();
        new RequestBodyFilter(1000, () -> true)
                .doFilter(
                        request,
                        new MockHttpServletResponse(),
                        (asked, response) -> filtered.set((HttpServletRequest) asked));
        var headers = RequestBodyFilter.headers(filtered.get());
        // When
        request.removeHeader("Authorization");
        request.addHeader("Authorization", "Bearer another");
        // Then
        assertThat(headers.get("authorization")).isEqualTo("Bearer one");
    }
}
