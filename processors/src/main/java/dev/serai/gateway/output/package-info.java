/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * What an answer has to look like, checked after every hop by the same rules for every deployment. It changes no answer.
 */
package dev.serai.gateway.output;
