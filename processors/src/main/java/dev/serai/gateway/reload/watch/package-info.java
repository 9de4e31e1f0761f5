/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Notices that files have changed, and waits until they have stopped changing. */
package dev.serai.gateway.reload.watch;
