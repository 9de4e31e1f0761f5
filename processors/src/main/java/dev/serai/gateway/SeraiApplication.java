/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the gateway. */
@SpringBootApplication
public class SeraiApplication {
    public static void main(String[] args) {
        SpringApplication.run(SeraiApplication.class, args);
    }
}
