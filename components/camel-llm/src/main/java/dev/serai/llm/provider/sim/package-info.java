/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The simulated provider: a real HTTP server on a loopback socket that speaks the dialects of real providers and plays
 * scripts, faults included. {@link dev.serai.llm.provider.sim.SimServer} is the way in; a
 * {@link dev.serai.llm.provider.sim.SimScript} says what it answers, a {@link dev.serai.llm.provider.sim.SimJournal} what
 * it was asked.
 */
package dev.serai.llm.provider.sim;
