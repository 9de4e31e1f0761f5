/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Quotas: how many requests and tokens a minute a caller, a task and a deployment may have. A limit is a bucket that fills
 * with time: what one request costs is the time in which the limit lets one more come, so that a changed limit only changes
 * what things cost. Start at {@link dev.serai.gateway.admission.quota.Quotas}; {@link dev.serai.gateway.admission.quota.Lease}
 * is why a call does not wait for the fleet.
 */
package dev.serai.gateway.admission.quota;
