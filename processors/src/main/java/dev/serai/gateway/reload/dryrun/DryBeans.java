/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.dryrun;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.apache.camel.spi.BeanRepository;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.annotation.AutowiredAnnotationBeanPostProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.MethodMetadata;

/**
 * The beans that routes may name. Those that routes are built with are real; the others are {@link StandIns} of the same
 * names and types, so nothing that they would open is opened. For one thread.
 */
final class DryBeans implements BeanRepository {
    private static final String ALL = "dev.serai.gateway";
    private static final Set<String> REAL = Set.of(
            "door-component",
            "direct-component",
            "task-component",
            "deployment-component",
            "taskQueues",
            "jmsQueues",
            "units",
            "editions",
            "taskRegistry",
            "breakers",
            "unitBuilder",
            "doorFronts",
            "stamps");

    private final DefaultListableBeanFactory factory = new DefaultListableBeanFactory() {
        @Override
        protected void invokeInitMethods(String name, Object bean, RootBeanDefinition definition) {
            // stand-ins have nothing to begin with, and the real ones begin in their constructors
        }
    };
    private final ConfigurableEnvironment settings;

    DryBeans(ConfigurableEnvironment settings) {
        this.settings = settings;
        factory.setAutowireCandidateResolver(new ContextAnnotationAutowireCandidateResolver());
        factory.setConversionService(ApplicationConversionService.getSharedInstance());
        factory.addEmbeddedValueResolver(settings::resolveRequiredPlaceholders);
        AutowiredAnnotationBeanPostProcessor constructors = new AutowiredAnnotationBeanPostProcessor();
        constructors.setBeanFactory(factory);
        factory.addBeanPostProcessor(constructors);
        scan();
    }

    private void scan() {
        ClassPathBeanDefinitionScanner scanner = new ClassPathBeanDefinitionScanner(factory, true, settings);
        scanner.setIncludeAnnotationConfig(false);
        scanner.scan(ALL);
        for (String name : factory.getBeanDefinitionNames()) {
            BeanDefinition found = factory.getBeanDefinition(name);
            if (found instanceof AnnotatedBeanDefinition annotated) {
                annotated
                        .getMetadata()
                        .getAnnotatedMethods(Bean.class.getName())
                        .forEach(this::standIn);
            }
            if (!REAL.contains(name)) {
                ((AbstractBeanDefinition) found).setInstanceSupplier(() -> StandIns.of(found.getBeanClassName()));
            }
        }
    }

    /** A bean in the place of one that the gateway has under this name. */
    void put(String name, Object bean) {
        factory.registerSingleton(name, bean);
    }

    <T> T create(Class<T> type) {
        return factory.createBean(type);
    }

    private void standIn(MethodMetadata method) {
        Map<String, Object> attributes = method.getAnnotationAttributes(Bean.class.getName());
        String[] names = (String[]) attributes.get("name");
        String name = names.length > 0 ? names[0] : method.getMethodName();
        if (!factory.containsBean(name)) {
            String type = method.getReturnTypeName();
            RootBeanDefinition definition = new RootBeanDefinition();
            definition.setBeanClassName(type);
            definition.setInstanceSupplier(() -> StandIns.of(type));
            factory.registerBeanDefinition(name, definition);
        }
    }

    @Override
    public Object lookupByName(String name) {
        return factory.containsBean(name) ? factory.getBean(name) : null;
    }

    @Override
    public <T> T lookupByNameAndType(String name, Class<T> type) {
        Object bean = lookupByName(name);
        return type.isInstance(bean) ? type.cast(bean) : null;
    }

    @Override
    public <T> Map<String, T> findByTypeWithName(Class<T> type) {
        return factory.getBeansOfType(type, true, false);
    }

    @Override
    public <T> Set<T> findByType(Class<T> type) {
        return new LinkedHashSet<>(findByTypeWithName(type).values());
    }
}
