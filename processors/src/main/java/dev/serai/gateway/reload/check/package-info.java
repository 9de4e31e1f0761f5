/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads all files of a folder and checks them against one another by rules, without building anything.
 * A rule is a class; what a rule finds is a problem with a line and a fix.
 */
package dev.serai.gateway.reload.check;
