/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.database;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import com.zaxxer.hikari.HikariDataSource;

import dev.serai.gateway.config.SeraiHome;

/** Which database it is, and what Boot's own properties cannot say of the connections to it. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** The file is this instance's alone: a second process that opens it is refused. */
    @Bean
    @ConditionalOnExpression("'${spring.datasource.url:}'.isBlank()")
    JdbcConnectionDetails ownFile(SeraiHome home) {
        return new HomeDatabase(home.data().resolve("serai"));
    }

    @Bean
    static BeanPostProcessor socketTimeouts() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool) {
                    PostgresTimeouts.apply(pool);
                }
                return bean;
            }
        };
    }
}
