/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What is told of calls: decision records, metrics. Nothing here changes a call, and nothing here sees content.
 */
package dev.serai.gateway.telemetry;
