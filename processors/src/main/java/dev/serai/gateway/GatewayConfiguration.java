/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.util.function.UnaryOperator;

import org.apache.camel.CamelContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

import dev.serai.gateway.config.SeraiHome;
import dev.serai.gateway.deployment.Catalogue;
import dev.serai.gateway.deployment.Deployments;
import dev.serai.gateway.deployment.LlmSettings;
import dev.serai.gateway.door.ClientConnectionValve;
import dev.serai.gateway.door.RequestBodyFilter;
import dev.serai.gateway.edition.Editions;
import dev.serai.gateway.identity.AuthenticationThrottle;
import dev.serai.gateway.identity.Authenticator;
import dev.serai.gateway.identity.FirstRunKey;
import dev.serai.gateway.identity.KeyAnnouncement;
import dev.serai.gateway.ledger.budget.LimitTable;
import dev.serai.gateway.ledger.budget.Limits;
import dev.serai.gateway.ledger.price.PriceTable;
import dev.serai.gateway.ledger.price.Prices;
import dev.serai.llm.LlmComponent;

/** The beans that are made of files or belong to the container. */
@Configuration(proxyBeanMethods = false)
class GatewayConfiguration {

    @Bean
    Catalogue catalogue(SeraiHome home, CamelContext camel) {
        return new Catalogue(Deployments.read(home.config().resolve("deployments.yaml"), placeholders(camel)));
    }

    @Bean
    Prices prices(SeraiHome home, CamelContext camel, Catalogue catalogue) {
        return new Prices(
                PriceTable.read(home.config().resolve("prices.yaml"), placeholders(camel), catalogue.current()));
    }

    @Bean
    Limits limits() {
        return new Limits(LimitTable.NONE);
    }

    @Bean
    Authenticator authenticator() {
        return new Authenticator(new AuthenticationThrottle());
    }

    @Bean
    KeyAnnouncement keyAnnouncement(Environment environment) {
        return key -> announce(key, environment.getProperty("server.port", "8080"));
    }

    /** Bound by this name in the registry, so it is what {@code llm:} resolves to, whatever else is on the class path. */
    @Bean("llm-component")
    LlmComponent llm(CamelContext camel, Environment environment) {
        return LlmSettings.component(camel, environment);
    }

    @Bean
    FilterRegistrationBean<RequestBodyFilter> requestBodyFilter(
            @Value("${serai.doors.max-body-size:10MB}") DataSize maxBodySize, ObjectProvider<Editions> editions) {
        FilterRegistrationBean<RequestBodyFilter> registration = new FilterRegistrationBean<>(new RequestBodyFilter(
                (int) maxBodySize.toBytes(), () -> editions.getObject().isOpen()));
        registration.addUrlPatterns("/v1/*", "/v1beta/*", "/gateway/*");
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> clientConnections() {
        return factory -> factory.addEngineValves(new ClientConnectionValve());
    }

    private static UnaryOperator<String> placeholders(CamelContext camel) {
        return camel::resolvePropertyPlaceholders;
    }

    /** The one time that a key is printed: it was made a moment ago for whoever reads this. */
    private static void announce(FirstRunKey key, String port) {
        System.out.printf(
                "%nA key for the caller '%s' was made. It is in %s, for you alone to read. A first call:%n%n"
                        + "  curl http://localhost:%s/v1/chat/completions -H 'Authorization: Bearer %s' \\%n"
                        + "    -H 'Content-Type: application/json' \\%n"
                        + "    -d '{\"model\": \"support-answer\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}'%n%n",
                key.caller(), key.file(), port, key.key().reveal());
    }
}
