/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Amazon Bedrock Converse and ConverseStream. Start at the codec. */
package dev.serai.llm.dialect.bedrock;
