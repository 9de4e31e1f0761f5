/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Tasks: the {@code task:} component, the contract that its parameters make, the prompt template. A task route chooses
 * deployments; everything a task must not decide lies elsewhere.
 */
package dev.serai.gateway.task;
