/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Keys of callers that operators make, replace and revoke while the gateway runs. The database has them, as hashes; each
 * instance keeps a copy of all in memory, which is all that a call looks at. Start at {@link dev.serai.gateway.key.KeyControl}
 * for changes, and at {@link dev.serai.gateway.key.KeyIndex} for what calls see.
 */
package dev.serai.gateway.key;
