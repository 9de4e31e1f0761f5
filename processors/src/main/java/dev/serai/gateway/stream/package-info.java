/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The bridge between the thread that makes a streamed answer and the one that writes it. It owns heartbeats, backpressure and the moment of commitment.
 */
package dev.serai.gateway.stream;
