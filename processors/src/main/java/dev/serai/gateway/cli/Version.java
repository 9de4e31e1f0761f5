/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {"serai " + (version == null ? "(not from a jar)" : version)};
    }
}
