/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What operators see and change while the gateway runs: the steps of {@code routes/admin/}. Every change is written to
 * the audit log.
 */
package dev.serai.gateway.admin;
