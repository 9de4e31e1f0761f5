/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** The gateway application: it starts here, and the packages below hold what the routes name. */
package dev.serai.gateway;
