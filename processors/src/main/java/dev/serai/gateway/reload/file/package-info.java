/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Route files as trees: their flows, the endpoints that these name, and which flow leads to which.
 * It says where something stands, and judges nothing.
 */
package dev.serai.gateway.reload.file;
