/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.PlatformHttpComponent;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

/** Puts {@link DoorMapping} where Camel's starter has a bean of its own, unconditionally. */
@Configuration(proxyBeanMethods = false)
class DoorMappingConfiguration {
    private static final String CAMELS = "platformHttpEngineRequestMapping";

    @Bean
    static BeanDefinitionRegistryPostProcessor ownDoorMapping() {
        return registry -> {
            if (registry.containsBeanDefinition(CAMELS)) {
                registry.removeBeanDefinition(CAMELS);
            }
        };
    }

    @Bean
    @DependsOn("configurePlatformHttpComponent")
    DoorMapping doorMapping(PlatformHttpEngine engine, CamelContext camel) {
        return new DoorMapping(camel.getComponent("platform-http", PlatformHttpComponent.class), engine);
    }
}
