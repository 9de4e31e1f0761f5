/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.Map;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.headroom.Headroom;

/** Capacity headroom in the admin API, by the bean name {@code admin-headroom}. Thread-safe, stateless. */
@Component("admin-headroom")
public final class AdminHeadroom {
    private final Headroom headroom;

    AdminHeadroom(Headroom headroom) {
        this.headroom = headroom;
    }

    /** Answers with the report on all tasks. */
    public void report(Exchange exchange) {
        AdminDoor.answer(exchange, Map.of("tasks", headroom.report()));
    }
}
