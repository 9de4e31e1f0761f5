/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The properties below {@code serai.fleet}; docs/configuration.md tells what they mean.
 *
 * @param members    {@code host} or {@code host:port}, separated by commas
 * @param mergeAfter how long two parts of a fleet that see each other again wait until they are one
 */
@Component
record FleetSettings(
        @Value("${serai.fleet.enabled}") boolean enabled,
        @Value("${serai.fleet.name}") String name,
        @Value("${serai.fleet.port}") int port,
        @Value("${serai.fleet.address}") String address,
        @Value("${serai.fleet.public-address}") String publicAddress,
        @Value("${serai.fleet.members}") String members,
        @Value("${serai.fleet.kubernetes-service}") String kubernetesService,
        @Value("${serai.fleet.merge-after}") Duration mergeAfter) {

    FleetSettings {
        if (!members.isBlank() && !kubernetesService.isBlank()) {
            throw new IllegalArgumentException(
                    "serai.fleet.members and serai.fleet.kubernetes-service are two ways to find the others: set one");
        }
    }

    List<String> memberList() {
        return Arrays.stream(members.split(","))
                .map(String::strip)
                .filter(member -> !member.isEmpty())
                .toList();
    }
}
