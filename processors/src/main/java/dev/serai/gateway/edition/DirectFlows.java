/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.edition;

import java.util.Map;

import org.apache.camel.Endpoint;
import org.apache.camel.component.direct.DirectComponent;
import org.springframework.stereotype.Component;

/**
 * The scheme {@code direct} as routes know it, with one difference: several versions of a route may consume from one name,
 * and an exchange goes to the one of its {@link Edition}.
 */
@Component("direct-component")
final class DirectFlows extends DirectComponent {
    private final Units units;
    private final Editions editions;

    DirectFlows(Units units, Editions editions) {
        this.units = units;
        this.editions = editions;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        // a name without a route fails at once: nothing that is missing now comes while a call waits
        parameters.keySet().removeAll(java.util.Set.of("block", "timeout", "failIfNoConsumers"));
        FlowEndpoint endpoint = new FlowEndpoint(uri, this, "direct:" + remaining, units, editions);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
