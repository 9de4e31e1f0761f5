/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The consumer of a door: as long as this is the same, it stays, whatever becomes of the routes behind it. Immutable.
 *
 * @param id           of the door's route, as its author wrote it
 * @param uri          what it consumes from
 * @param parameters   of that endpoint; missing where there are none
 * @param precondition of the route; missing where it has none
 */
public record DoorSpec(String id, String uri, JsonNode parameters, JsonNode precondition) {}
