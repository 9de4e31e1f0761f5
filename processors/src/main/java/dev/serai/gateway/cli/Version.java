/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

import picocli.CommandLine.IVersionProvider;

/** The version of the build. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("/META-INF/build-info.properties")) {
            if (file != null) {
                build.load(file);
            }
        }
        return new String[] {"serai " + build.getProperty("build.version", "(not from a jar)")};
    }
}
