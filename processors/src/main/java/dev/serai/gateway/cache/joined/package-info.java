/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * An answer that is made for one call and read along by others, each at its own pace. Who may read along, and what becomes of the
 * answer, is told by who makes a {@link dev.serai.gateway.cache.joined.RunningAnswer}.
 */
package dev.serai.gateway.cache.joined;
