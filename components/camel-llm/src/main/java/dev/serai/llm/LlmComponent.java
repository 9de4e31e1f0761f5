/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.PropertiesHelper;

import dev.serai.llm.http.ConnectionPools;
import dev.serai.llm.provider.sim.SimHost;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Calls large language models. The component owns what has to outlive a route reload: connection pools, the timer that
 * enforces time limits, and the simulated provider's server. Thread-safe once started.
 */
@Component("llm,llm-gateway")
public class LlmComponent extends DefaultComponent implements SSLContextParametersAware {
    @Metadata(description = "Options that endpoints start from.")
    private LlmConfiguration configuration = new LlmConfiguration();

    @Metadata(label = "security", defaultValue = "false", description = "Use the context's global TLS options.")
    private boolean useGlobalSslContextParameters;

    private static final Duration KEPT_IDLE = Duration.ofMinutes(1);
    private static final Duration CLEARED_EVERY = Duration.ofSeconds(15);

    private final ConnectionPools pools = new ConnectionPools();
    private SimHost sim;
    private ScheduledExecutorService timer;
    /** Closing a connection may wait for its peer, which the timer of limits must not. */
    private ScheduledExecutorService clearing;

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        int slash = remaining.indexOf('/');
        if (slash <= 0 || slash == remaining.length() - 1) {
            throw new IllegalArgumentException(
                    "llm:" + remaining + " has no model: write llm:<provider>/<model>, e.g. llm:openai/gpt-4o-mini");
        }
        LlmConfiguration options = configuration.copy();
        options.setProvider(remaining.substring(0, slash));
        options.setModel(remaining.substring(slash + 1));
        options.setAdditionalHeaders(laidOver(options.getAdditionalHeaders(), parameters, "additionalHeader."));
        options.setSimOptions(laidOver(options.getSimOptions(), parameters, "sim."));
        LlmEndpoint endpoint = new LlmEndpoint(uri, this, options);
        setProperties(endpoint, parameters);
        if (options.getSslContextParameters() == null && useGlobalSslContextParameters) {
            options.setSslContextParameters(retrieveGlobalSslContextParameters());
        }
        return endpoint;
    }

    /** An endpoint's options of an open map, laid over the component's. */
    private static Map<String, Object> laidOver(
            Map<String, Object> defaults, Map<String, Object> parameters, String prefix) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (defaults != null) {
            all.putAll(defaults);
        }
        all.putAll(PropertiesHelper.extractProperties(parameters, prefix));
        return all;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        sim = new SimHost(task -> getCamelContext().getExecutorServiceManager().newThread("llm-sim", task));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        ScheduledThreadPoolExecutor limits = new ScheduledThreadPoolExecutor(
                1, task -> getCamelContext().getExecutorServiceManager().newThread("llm-timer", task));
        // a limit that was met leaves nothing behind
        limits.setRemoveOnCancelPolicy(true);
        timer = limits;
        clearing = getCamelContext().getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "llm-idle");
        clearing.scheduleWithFixedDelay(
                () -> pools.closeIdle(KEPT_IDLE), CLEARED_EVERY.toMillis(), CLEARED_EVERY.toMillis(), MILLISECONDS);
    }

    @Override
    protected void doStop() throws Exception {
        if (clearing != null) {
            getCamelContext().getExecutorServiceManager().shutdownNow(clearing);
            clearing = null;
        }
        IOHelper.close(pools, sim);
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
        super.doStop();
    }

    /** Connections to providers that are in use now. */
    public int leasedConnections() {
        return pools.leased();
    }

    /** Those of one pool, by the endpoint option {@code pool}. */
    public int leasedConnections(String pool) {
        return pools.leased(pool);
    }

    /** Connections to providers that are kept for a next request. */
    public int idleConnections() {
        return pools.idle();
    }

    ConnectionPools pools() {
        return pools;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /** The simulated provider's server; it listens from the first {@code llm:sim} endpoint on. */
    public SimHost sim() {
        return sim;
    }

    public LlmConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(LlmConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }
}
