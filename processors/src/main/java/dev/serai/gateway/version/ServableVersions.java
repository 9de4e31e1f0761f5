/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import org.springframework.stereotype.Component;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.reload.RouteDeployer;
import dev.serai.gateway.reload.version.ServedVersion;
import dev.serai.gateway.reload.version.Serving;
import dev.serai.llm.ErrorClass;
import dev.serai.llm.LlmException;

/** Knows whether this instance could serve a version: its deployments may be gone since. Thread-safe. */
@Component
public final class ServableVersions {
    private final VersionStore store;
    private final RouteDeployer deployer;

    ServableVersions(VersionStore store, RouteDeployer deployer) {
        this.store = store;
        this.deployer = deployer;
    }

    /** Builds it beside what serves, and changes nothing; refused with the reason where that cannot be done. */
    public void check(String task, int sequence) throws LlmException {
        ServedVersion version = store.served(task, sequence);
        try {
            deployer.check(task, Serving.only(version));
        } catch (ConfigException e) {
            throw refusal(sequence, e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw refusal(sequence, "the files of the instance that was asked do not have the task '" + task + "'", e);
        }
    }

    private static LlmException refusal(int sequence, String why, Exception cause) {
        return LlmException.of(ErrorClass.CONFLICT)
                .code("version_not_servable")
                .detail("a version that does not go with what is in force")
                .reason("Version " + sequence + " cannot be served with what is in force now, and nothing was changed: "
                        + why)
                .cause(cause)
                .build();
    }
}
