/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Brings files into force: reads route files, checks them, and builds the routes. It decides nothing about calls.
 */
package dev.serai.gateway.reload;
