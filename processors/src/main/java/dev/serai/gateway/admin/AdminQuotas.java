/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admin;

import java.util.Map;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import dev.serai.gateway.admission.quota.QuotaReport;

/** Limits and what is left of them in the admin API, by the bean name {@code admin-quotas}. Thread-safe, stateless. */
@Component("admin-quotas")
public final class AdminQuotas {
    private final QuotaReport report;

    AdminQuotas(QuotaReport report) {
        this.report = report;
    }

    /** Answers with all limits that are configured. */
    public void list(Exchange exchange) {
        AdminDoor.answer(exchange, Map.of("quotas", report.rows()));
    }
}
