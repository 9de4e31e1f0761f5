/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What is in force: editions, the units of routes that they are made of, and how an exchange finds the routes of its own
 * edition. How editions come to be is the business of the package reload.
 */
package dev.serai.gateway.edition;
