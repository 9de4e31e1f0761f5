/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Doors translate: a dialect into the envelope, the answer or the error back. They know nothing of policy.
 */
package dev.serai.gateway.door;
