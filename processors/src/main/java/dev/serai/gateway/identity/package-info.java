/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Who is calling: gateway keys, the callers they belong to, and what a caller may do. It reads no request and writes no
 * answer itself; start at {@link dev.serai.gateway.identity.Authenticator}.
 */
package dev.serai.gateway.identity;
