/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.Map;

import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/** The scheme {@code door}: where a door's route goes on from its {@link DoorFront}. Only the deployer writes it. */
@Component("door-component")
final class DoorFlows extends DefaultComponent {
    private final Units units;
    private final Editions editions;

    DoorFlows(Units units, Editions editions) {
        this.units = units;
        this.editions = editions;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new FlowEndpoint(uri, this, "door:" + remaining, units, editions);
    }
}
