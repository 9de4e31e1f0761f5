/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.build;

import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import jakarta.servlet.http.HttpServletRequest;

import org.apache.camel.component.platform.http.HttpEndpointModel;
import org.apache.camel.component.platform.http.PlatformHttpComponent;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;
import org.apache.camel.component.platform.http.springboot.CamelRequestHandlerMapping;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * The addresses of the HTTP doors. Camel's own takes an address away before it gives it to the next consumer, and in between
 * a request gets 404; and it keeps the address of a consumer that is gone. Thread-safe.
 */
final class DoorMapping extends CamelRequestHandlerMapping {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    DoorMapping(PlatformHttpComponent component, PlatformHttpEngine engine) {
        super(component, engine);
    }

    @Override
    protected HandlerMethod getHandlerInternal(HttpServletRequest request) throws Exception {
        lock.readLock().lock();
        try {
            return super.getHandlerInternal(request);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void registerHttpEndpoint(HttpEndpointModel model) {
        lock.writeLock().lock();
        try {
            super.registerHttpEndpoint(model);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The addresses are that consumer's again. */
    void restore(PlatformHttpConsumer consumer) {
        PlatformHttpEndpoint endpoint = consumer.getEndpoint();
        registerHttpEndpoint(new HttpEndpointModel(
                endpoint.getPath(),
                endpoint.getHttpMethodRestrict(),
                endpoint.getConsumes(),
                endpoint.getProduces(),
                consumer));
    }

    /** No request comes to that consumer any more; those that are there go on. */
    void remove(Object consumer) {
        lock.writeLock().lock();
        try {
            for (Map.Entry<RequestMappingInfo, HandlerMethod> mapping :
                    getHandlerMethods().entrySet()) {
                if (mapping.getValue().getBean() == consumer) {
                    unregisterMapping(mapping.getKey());
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
