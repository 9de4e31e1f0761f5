/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What the instances of a gateway know in common: breakers, kill switches. Each has a copy of its own and looks at nothing
 * else while it serves a call; a Hazelcast member, where there is one, keeps the copies alike. Start at
 * {@link dev.serai.gateway.fleet.SharedMap}.
 */
package dev.serai.gateway.fleet;
