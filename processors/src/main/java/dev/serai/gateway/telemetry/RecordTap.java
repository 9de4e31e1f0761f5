/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.telemetry;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The executor behind the wire tap of records: bounded, and what it cannot take is counted instead of lost in silence. */
@Configuration(proxyBeanMethods = false)
class RecordTap {
    private static final int MAX_WAITING = 10_000;

    @Bean(name = "record-tap", destroyMethod = "shutdown")
    ExecutorService recordTap(Meters meters) {
        var dropped = meters.counter(Metric.RECORDS_DROPPED);
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                Thread.ofPlatform().daemon().name("serai-records").factory(),
                (task, executor) -> dropped.increment());
    }
}
