/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Whether the deployments behind each task's first one could take its traffic over, by the limits that providers grant.
 */
package dev.serai.gateway.headroom;
