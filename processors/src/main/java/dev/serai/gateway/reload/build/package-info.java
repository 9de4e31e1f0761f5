/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes Camel build routes beside those that run: units of routes, the kamelets they use, and the doors' consumers.
 * What is built stands under names of its own, and nothing enters it before an edition has it.
 */
package dev.serai.gateway.reload.build;
