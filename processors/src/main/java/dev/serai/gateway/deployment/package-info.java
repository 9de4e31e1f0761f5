/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * The upstreams that the gateway may call, as {@code config/deployments.yaml} describes them: where each is, what it can do
 * and what it may be sent. Nothing here calls one or chooses between them; start at
 * {@link dev.serai.gateway.deployment.Deployments}.
 */
package dev.serai.gateway.deployment;
