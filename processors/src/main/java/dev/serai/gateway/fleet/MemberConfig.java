/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.spi.merge.LatestUpdateMergePolicy;

import io.github.bucket4j.grid.hazelcast.HazelcastProxyManager;

/** The configuration of the Hazelcast member: few threads, a small state, nobody looked for but who is configured. */
final class MemberConfig {
    private static final String SECONDS_WITHOUT_HEARTBEAT = "5";
    private static final String FEW_PARTITIONS = "31";
    /** A bucket that nobody has asked for so long would be full. */
    private static final int FORGOTTEN_SECONDS = 3600;

    private static final int BUCKET_TYPES = 7400;

    private MemberConfig() {}

    static Config of(FleetSettings settings) {
        Config config = new Config();
        config.setClusterName(settings.name());
        config.setClassLoader(MemberConfig.class.getClassLoader());
        config.getJetConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
        config.getSerializationConfig().setJavaSerializationFilterConfig(ownClassesOnly());
        // what bucket4j sends has serializers of its own: no class of it is read by name
        HazelcastProxyManager.addCustomSerializers(config.getSerializationConfig(), BUCKET_TYPES);
        config.getMapConfig("*")
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(LatestUpdateMergePolicy.class.getName()))
                .setPerEntryStatsEnabled(true);
        config.addMapConfig(new MapConfig(config.getMapConfig("*"))
                .setName(SharedBuckets.MAP)
                .setMaxIdleSeconds(FORGOTTEN_SECONDS));
        properties(config, settings);
        network(config.getNetworkConfig(), settings);
        return config;
    }

    private static void properties(Config config, FleetSettings settings) {
        String mergeSeconds = Long.toString(Math.max(1, settings.mergeAfter().toSeconds()));
        config.setProperty("hazelcast.logging.type", "slf4j")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.graceful.shutdown.max.wait", "5")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", SECONDS_WITHOUT_HEARTBEAT)
                .setProperty("hazelcast.operation.call.timeout.millis", "5000")
                .setProperty("hazelcast.merge.first.run.delay.seconds", mergeSeconds)
                .setProperty("hazelcast.merge.next.run.delay.seconds", mergeSeconds)
                .setProperty("hazelcast.partition.count", FEW_PARTITIONS)
                .setProperty("hazelcast.partition.operation.thread.count", "2")
                .setProperty("hazelcast.operation.generic.thread.count", "2")
                .setProperty("hazelcast.operation.response.thread.count", "1")
                .setProperty("hazelcast.event.thread.count", "1")
                .setProperty("hazelcast.io.thread.count", "1")
                .setProperty("hazelcast.clientengine.thread.count", "1")
                .setProperty("hazelcast.clientengine.query.thread.count", "1")
                .setProperty("hazelcast.clientengine.blocking.thread.count", "1");
    }

    private static void network(NetworkConfig network, FleetSettings settings) {
        network.setPort(settings.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(settings.address());
        if (!settings.publicAddress().isBlank()) {
            network.setPublicAddress(settings.publicAddress());
        }
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        boolean listed = !settings.members().isBlank();
        join.getTcpIpConfig()
                .setEnabled(listed)
                .setMembers(settings.memberList())
                .setConnectionTimeoutSeconds(2);
        if (!settings.kubernetesService().isBlank()) {
            join.getKubernetesConfig().setEnabled(true).setProperty("service-dns", settings.kubernetesService());
        }
    }

    /** The port takes serialized objects from whoever reaches it. */
    private static JavaSerializationFilterConfig ownClassesOnly() {
        ClassFilter own = new ClassFilter().addPrefixes("dev.serai.gateway.", "java.", "[", "com.hazelcast.");
        return new JavaSerializationFilterConfig().setWhitelist(own);
    }
}
