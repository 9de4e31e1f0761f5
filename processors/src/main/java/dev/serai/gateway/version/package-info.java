/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The versions of tasks in the database: which there are, which serve, who changed that and why. Nothing here builds a route:
 * {@link dev.serai.gateway.version.ActiveVersions} tells whoever does what the fleet has agreed on. Start at
 * {@link dev.serai.gateway.version.VersionControl}.
 */
package dev.serai.gateway.version;
