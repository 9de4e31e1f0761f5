/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What was spent, by whom and on what, read from the ledger. Start at {@link dev.serai.gateway.ledger.report.SpendReports}.
 */
package dev.serai.gateway.ledger.report;
