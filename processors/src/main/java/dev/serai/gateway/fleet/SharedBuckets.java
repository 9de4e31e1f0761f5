/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.fleet;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.grid.hazelcast.Bucket4jHazelcast;

/** Token buckets that all instances of the fleet take from, each changed where it lives. Thread-safe; nothing blocks. */
public final class SharedBuckets {
    static final String MAP = HazelcastLink.PREFIX + "buckets";

    private static final long ANSWER_WITHIN_MS = 500;

    private final Link link;
    private final Supplier<HazelcastInstance> member;
    private volatile Connected connected;

    private record Connected(HazelcastInstance instance, AsyncProxyManager<String> buckets) {}

    SharedBuckets(Link link, Supplier<HazelcastInstance> member) {
        this.link = link;
        this.member = member;
    }

    /** Whether the fleet's store is in reach. */
    public boolean isUp() {
        return link.isUp();
    }

    /** This instance and those that it is in touch with. */
    public int members() {
        return link.members();
    }

    /**
     * Asks the bucket of that name, which is made where there is none. What is returned fails where the fleet's store is out
     * of reach, or does not answer in time; what was asked may then have happened or not.
     */
    public <T> CompletableFuture<T> ask(
            String name, BucketConfiguration ifNew, Function<AsyncBucketProxy, CompletableFuture<T>> question) {
        if (!link.isUp()) {
            return CompletableFuture.failedFuture(new HazelcastException("the fleet's store is out of reach"));
        }
        CompletableFuture<T> answer;
        try {
            answer = question.apply(buckets().builder().build(name, () -> CompletableFuture.completedFuture(ifNew)));
        } catch (HazelcastException e) { // it is stopping
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.copy().orTimeout(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS).whenComplete((value, failure) -> {
            if (failure != null) {
                link.lost(failure);
            }
        });
    }

    private AsyncProxyManager<String> buckets() {
        HazelcastInstance instance = member.get();
        if (instance == null) {
            throw new HazelcastException("the member is stopping");
        }
        Connected now = connected;
        if (now == null || now.instance() != instance) {
            IMap<String, byte[]> shared = instance.getMap(MAP);
            now = new Connected(
                    instance,
                    Bucket4jHazelcast.entryProcessorBasedBuilder(shared).build().asAsync());
            connected = now;
        }
        return now.buckets();
    }
}
