/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Faults that operators switch on for a while, to rehearse an outage: who may get them, how long, and what plays them.
 */
package dev.serai.gateway.drill;
