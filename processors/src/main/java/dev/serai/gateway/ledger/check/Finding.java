/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

/**
 * A row that does not add up.
 *
 * @param kind    {@code settlement}, {@code entry}, {@code balance}, {@code hold} or {@code record}
 * @param row     which one: the request id of a call, or the account of a balance and its window
 * @param problem what is wrong with it
 */
public record Finding(String kind, String row, String problem) {}
