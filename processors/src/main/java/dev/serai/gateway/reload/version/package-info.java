/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** The seam between the deployer, which builds and serves versions of tasks, and whoever keeps them and decides which serve. */
package dev.serai.gateway.reload.version;
