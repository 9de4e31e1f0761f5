/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Brings files into force, and decides nothing about calls. What is on disk is watched, checked and built in the subpackages;
 * here it is found out how much of a change can be served, and that becomes the edition for new calls.
 */
package dev.serai.gateway.reload;
