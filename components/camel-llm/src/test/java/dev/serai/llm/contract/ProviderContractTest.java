/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.contract;

import java.io.IOException;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.serai.llm.contract.Statement.Check;
import dev.serai.llm.provider.Providers;

import static org.assertj.core.api.Assertions.assertThat;

/** E1–E6: every provider is called by its endpoint URI and does the same, or says that it cannot. */
class ProviderContractTest {
    private static ContractBed bed;

    @BeforeAll
    static void start() throws IOException {
        bed = new ContractBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void everyProviderHasARow() {
        assertThat(ProviderRow.ALL).extracting(ProviderRow::provider).hasSameElementsAs(Providers.names());
    }

    @TestFactory
    Stream<DynamicContainer> providers() {
        return ProviderRow.ALL.stream()
                .map(row -> DynamicContainer.dynamicContainer(
                        row.provider(), Stream.of(Statement.values()).map(statement -> statement(row, statement))));
    }

    private static DynamicContainer statement(ProviderRow row, Statement statement) {
        String reason = row.lacks().get(statement);
        Check check = reason == null ? statement.check() : statement.otherwise();
        String name = reason == null ? statement.toString() : statement + " excluded: " + reason;
        return DynamicContainer.dynamicContainer(
                name,
                row.callers(statement)
                        .map(dialect -> bed.call(row, dialect))
                        .map(call -> DynamicTest.dynamicTest(call.toString(), () -> check.run(call, statement))));
    }
}
