/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** The neutral form of a conversation, between the dialects. It knows no wire format. */
package dev.serai.llm.conversation;
