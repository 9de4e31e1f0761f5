/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Overload protection: how many calls this instance, and each deployment, takes at a time, and who waits or is refused when
 * that is not enough. The way in is the step {@code await-place} of routes/gateway.yaml.
 */
package dev.serai.gateway.admission.overload;
