/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/** Amazon Bedrock, Converse and ConverseStream, with an API key or AWS credentials. */
package dev.serai.llm.provider.bedrock;
