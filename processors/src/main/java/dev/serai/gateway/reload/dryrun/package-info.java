/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Says what a gateway would say of a folder: reads, checks and builds all of it in a gateway that opens nothing.
 * The command line has it for authors and for builds.
 */
package dev.serai.gateway.reload.dryrun;
