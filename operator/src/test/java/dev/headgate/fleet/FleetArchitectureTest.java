package dev.headgate.fleet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The line between the pure core and the shell (design page 1). */
final class FleetArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.headgate");

    @Test
    void fleetKnowsNothingOutsideTheLanguageOfPolicies() {
        classes()
                .that()
                .resideInAPackage("dev.headgate.fleet")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.headgate.fleet",
                        "dev.headgate.api",
                        "dev.headgate.policy",
                        "java.lang",
                        "java.lang.runtime",
                        "java.util",
                        "java.util.function",
                        "java.util.stream",
                        "java.nio.charset",
                        "java.security",
                        "java.time",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    void fleetReadsNoClock() {
        noClasses()
                .that()
                .resideInAPackage("dev.headgate.fleet")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }

    @Test
    void nothingInFleetKnowsTheShell() {
        noClasses()
                .that()
                .resideInAPackage("dev.headgate.fleet")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.headgate.reconcile")
                .check(CLASSES);
    }
}
