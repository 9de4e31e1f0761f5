/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.dryrun;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

import org.apache.camel.Processor;
import org.apache.camel.Service;
import org.springframework.objenesis.SpringObjenesis;
import org.springframework.util.ClassUtils;

/** Objects that have a type and do nothing: routes can be built with them, and no call is ever made. Stateless. */
final class StandIns {
    private static final SpringObjenesis INSTANCES = new SpringObjenesis();

    private StandIns() {}

    /** One of that class, made without its constructor, or of that interface. */
    static Object of(String className) {
        Class<?> type = ClassUtils.resolveClassName(className, null);
        if (type.isInterface()) {
            return of(type);
        }
        // Camel starts services, and this one would not know how
        return Service.class.isAssignableFrom(type) && Processor.class.isAssignableFrom(type)
                ? (Processor) exchange -> {}
                : INSTANCES.newInstance(type, true);
    }

    /** One of an interface: its methods answer with what a field has that nobody has set. */
    static <T> T of(Class<T> type) {
        InvocationHandler nothing = (proxy, method, arguments) -> switch (method.getName()) {
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "stand-in of " + type.getSimpleName();
            default -> nothing(method.getReturnType());
        };
        return type.cast(Proxy.newProxyInstance(StandIns.class.getClassLoader(), new Class<?>[] {type}, nothing));
    }

    private static Object nothing(Class<?> type) {
        return type.isPrimitive() && type != void.class
                ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0)
                : null;
    }
}
