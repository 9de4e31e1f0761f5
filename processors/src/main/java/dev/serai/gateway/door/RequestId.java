/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.door;

import java.util.UUID;

/** Ids that customers see and quote; they tell nothing. */
final class RequestId {
    private RequestId() {}

    static String random() {
        return "req_" + UUID.randomUUID().toString().replace("-", "");
    }
}
