/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** The command line, {@code ./serai}: programs of their own, which use a running gateway only through its admin API. */
package dev.serai.gateway.cli;
