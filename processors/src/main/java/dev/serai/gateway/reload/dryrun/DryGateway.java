/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.dryrun;

import java.nio.file.Path;

import jakarta.jms.ConnectionFactory;

import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.PropertiesSource;
import org.apache.camel.support.DefaultRegistry;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.config.Settings;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.LlmSettings;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.identity.Callers;
import dev.serai.gateway.reload.check.FileSet;

/**
 * As much of a gateway as it takes to build routes: a Camel context and the beans that the deployer is made of. Consumers that
 * would open something, such as a port or a session, are made and not started; beans that only calls would reach are
 * {@link StandIns}. For one thread.
 */
final class DryGateway implements AutoCloseable {
    private final DefaultCamelContext camel;
    private final DryRun dryRun;

    private DryGateway(DefaultCamelContext camel, DryRun dryRun) {
        this.camel = camel;
        this.dryRun = dryRun;
    }

    /** @throws dev.serai.gateway.config.ConfigException where the application's own settings cannot be read */
    static DryGateway of(Path home) {
        ConfigurableEnvironment settings = Settings.of(home);
        DryBeans beans = new DryBeans(settings);
        DefaultCamelContext camel = new DefaultCamelContext(new DefaultRegistry(beans));
        beans.put("camel", camel);
        beans.put("seraiHome", SeraiHome.of(home));
        beans.put("fleet", Fleet.alone());
        beans.put("catalogue", new Catalogue(null));
        beans.put("fileSet.Reader", new FileSet.Reader(camel, Callers::inspect));
        beans.put("llm-component", LlmSettings.component(camel, settings));
        beans.put("jmsConnectionFactory", StandIns.of(ConnectionFactory.class));
        beans.put("platform-http-engine", new DryHttpEngine());
        PropertiesComponent properties = camel.getPropertiesComponent();
        properties.addPropertiesSource(new Source(settings));
        camel.start();
        return new DryGateway(camel, beans.create(DryRun.class));
    }

    DryRun dryRun() {
        return dryRun;
    }

    @Override
    public void close() {
        camel.stop();
    }

    private record Source(ConfigurableEnvironment settings) implements PropertiesSource {
        @Override
        public String getName() {
            return "settings";
        }

        @Override
        public String getProperty(String name) {
            return settings.getProperty(name);
        }
    }
}
