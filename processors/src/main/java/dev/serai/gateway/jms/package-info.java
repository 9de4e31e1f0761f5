/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The JMS door: it carries calls from a queue to the gateway route and their answers back, in the transaction of the
 * request. What a call means is the business of the doors that HTTP has too.
 */
package dev.serai.gateway.jms;
