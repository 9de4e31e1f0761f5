/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * One call and its attempts: the ledger that enforces cap and deadline, and the bean through which patterns read the
 * error table. It sends nothing itself.
 */
package dev.serai.gateway.dispatch;
