/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.hazelcast.HazelcastAutoConfiguration;

/** Starts the gateway. */
@SpringBootApplication(exclude = HazelcastAutoConfiguration.class)
public class SeraiApplication {
    public static void main(String[] args) {
        SpringApplication.run(SeraiApplication.class, args);
    }
}
