/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import dev.serai.llm.LlmException;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The house rules that a machine can check. Java itself keeps packages out of each other's package-private types. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.serai");

    /** They know each other by way of {@code dispatch.Call}. */
    private static final Set<String> PATH_OF_A_CALL = Set.of(
            "admission.overload",
            "admission.quota",
            "cache",
            "deployment",
            "dispatch",
            "door",
            "edition",
            "identity",
            "output",
            "task");

    private static final int MOST_LINES = 300;
    private static final List<Path> SOURCES = List.of(
            Path.of("components/camel-llm/src/main/java"),
            Path.of("components/camel-llm/src/test/java"),
            Path.of("processors/src/main/java"),
            Path.of("src/test/java"));

    @Test
    void theComponentKnowsNoGatewayAndNoSpring() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("dev.serai.llm..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.serai.gateway..", "org.springframework..");

        rule.check(CLASSES);
    }

    @Test
    void doorsOnlyTranslate() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage("..gateway.door..", "..gateway.jms..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("..gateway.deployment..", "..gateway.ledger..", "..gateway.reload..");

        rule.check(CLASSES);
    }

    /** It watches through interfaces that the watched own, such as AttemptListener. */
    @Test
    void nobodyDependsOnTelemetry() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("..gateway.telemetry..")
                .and()
                .resideOutsideOfPackage("dev.serai.gateway")
                .should()
                .dependOnClassesThat(resideInAPackage("..gateway.telemetry.."));

        rule.check(CLASSES);
    }

    @Test
    void configKnowsNoOtherPackage() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("..gateway.config..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.serai..")
                        .and(DescribedPredicate.not(resideInAPackage("..gateway.config.."))));

        rule.check(CLASSES);
    }

    /** What the packages of a call need of another one is an interface of their own, such as AttemptListener. */
    @Test
    void noPackagesButThoseOfACallHaveCycles() {
        slices().assignedFrom(new Packages())
                .should()
                .beFreeOfCycles()
                .as("no packages but those of a call have cycles")
                .check(CLASSES);
    }

    private static final class Packages implements SliceAssignment {
        private static final String GATEWAY = "dev.serai.gateway";

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            String name = javaClass.getPackageName();
            if (!name.startsWith(GATEWAY)) {
                return SliceIdentifier.ignore();
            }
            boolean ofACall = PATH_OF_A_CALL.contains(name.replace(GATEWAY + ".", ""));
            return SliceIdentifier.of(ofACall ? "a call" : name);
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    /** The error class decides. A record may print the status. */
    @Test
    void onlyProvidersLookAtTheirHttpStatus() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages("..llm.provider..", "..llm.http..", "..gateway.telemetry..")
                .should()
                .callMethod(LlmException.class, "status");

        rule.check(CLASSES);
    }

    @Test
    void namesSaySomething() {
        ArchRule rule = noClasses()
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Impl");

        rule.check(CLASSES);
    }

    @Test
    void logsGoThroughSlf4j() {
        ArchRule rule = noClasses().should().dependOnClassesThat(resideInAPackage("java.util.logging.."));

        rule.check(CLASSES);
    }

    /** SimMain is a command-line program. */
    @Test
    void onlyTheFirstRunKeyIsPrinted() throws IOException {
        TreeSet<String> printing = new TreeSet<>();
        for (Path file : javaFiles()) {
            if (file.toString().contains("/main/") && Files.readString(file).matches("(?s).*System\\.(out|err)\\b.*")) {
                printing.add(file.getFileName().toString());
            }
        }
        assertThat(printing).containsExactlyInAnyOrder("GatewayConfiguration.java", "SimMain.java");
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        TreeSet<String> silent = new TreeSet<>();
        for (Path file : javaFiles()) {
            if (file.toString().contains("/main/") && !Files.exists(file.resolveSibling("package-info.java"))) {
                silent.add(file.getParent().toString());
            }
        }
        assertThat(silent).as("packages without package-info.java").isEmpty();
    }

    @Test
    void filesStayShort() throws IOException {
        TreeSet<String> tooLong = new TreeSet<>();
        for (Path file : javaFiles()) {
            int lines = Files.readAllLines(file).size();
            if (lines > MOST_LINES) {
                tooLong.add(file + ": " + lines + " lines");
            }
        }
        assertThat(tooLong).as("Java files of more than %d lines", MOST_LINES).isEmpty();
    }

    private static List<Path> javaFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> found = Files.walk(folder)) {
                found.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
            }
        }
        assertThat(files).hasSizeGreaterThan(100);
        return files;
    }
}
