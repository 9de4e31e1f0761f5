/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import com.fasterxml.jackson.annotation.JsonClassDescription;

/** What the SDK tests have models call and answer with: OpenAI's SDK makes tools and schemas of classes. */
final class SdkTypes {
    private SdkTypes() {}

    @JsonClassDescription("Looks an order up")
    static class FindOrder {
        public String orderId;
        public int year;
    }

    static class Ticket {
        public String category;
        public boolean urgent;
    }
}
