/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Sends one attempt over Apache HttpClient and watches its time limits. It never retries. */
package dev.serai.llm.http;
