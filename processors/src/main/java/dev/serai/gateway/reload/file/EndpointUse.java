/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.reload.file;

import java.util.Map;

import dev.serai.gateway.config.ConfigException;
import dev.serai.gateway.config.Paths;

/**
 * One place of a file where an endpoint is named. Immutable.
 *
 * @param at           the path of the URI in the file
 * @param eip          what names it, e.g. {@code toD}; {@code from} for a consumer
 * @param scheme       empty where it is not written out
 * @param name         what follows the scheme, without the query
 * @param parameters   those of the query and those written below {@code parameters}
 * @param parametersAt the path of {@code parameters}, whether the file has it or not
 * @param computed     whether the URI is made for each message
 */
public record EndpointUse(
        RouteFile file,
        String at,
        String eip,
        String scheme,
        String name,
        Map<String, String> parameters,
        String parametersAt,
        boolean computed) {

    /** Whether the name is written out, so that it can be checked. */
    public boolean isLiteral() {
        return !name.contains("${") && !name.contains("{{");
    }

    /** An error at the endpoint. */
    public ConfigException error(String problem, String fix) {
        return file.error(at, problem, fix);
    }

    /** An error at one of its parameters; where it stands in the URI, or not at all, at the endpoint. */
    public ConfigException parameterError(String parameter, String problem, String fix) {
        String below = Paths.join(parametersAt, parameter);
        return file.error(file.has(below) ? below : at, problem, fix);
    }
}
