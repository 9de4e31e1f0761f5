/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Judges: what scores answers, as calls made for the call whose answer it is. Start at {@link dev.serai.gateway.judge.Judge};
 * the patterns {@code best-of} and {@code judge} use it.
 */
package dev.serai.gateway.judge;
