package dev.headgate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the line between the pure core and the shell (design page 1). */
@AnalyzeClasses(packages = "dev.headgate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule theCoreKnowsNothingButThePolicyAndItself = noClasses()
            .that()
            .resideInAnyPackage("dev.headgate.ledger..", "dev.headgate.admission..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "java.lang..",
                    "java.util..",
                    "java.nio",
                    "java.nio.charset..",
                    "org.jspecify..",
                    "dev.headgate.policy..",
                    "dev.headgate.ledger..",
                    "dev.headgate.admission..");

    @ArchTest
    static final ArchRule theCoreHasNoThreadClockOrRandomness = noClasses()
            .that()
            .resideInAnyPackage("dev.headgate.ledger..", "dev.headgate.admission..", "dev.headgate.policy..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.util.concurrent..",
                    "java.util.random..",
                    "java.util.logging..",
                    "java.lang.foreign..",
                    "java.lang.invoke.VarHandle")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.UUID")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Thread")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule theLedgerKnowsNoDecisionAndNoShell = noClasses()
            .that()
            .resideInAPackage("dev.headgate.ledger..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.headgate.admission..",
                    "dev.headgate.authority..",
                    "dev.headgate.identity..",
                    "dev.headgate.pressure..",
                    "dev.headgate.pin..",
                    "dev.headgate.http..",
                    "dev.headgate.node..");

    @ArchTest
    static final ArchRule theAuthorityKnowsOnlyTheCore = noClasses()
            .that()
            .resideInAPackage("dev.headgate.authority..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io..",
                    "com..",
                    "dev.headgate.identity..",
                    "dev.headgate.pressure..",
                    "dev.headgate.pin..",
                    "dev.headgate.http..",
                    "dev.headgate.node..");

    @ArchTest
    static final ArchRule httpKnowsNoKubernetes = noClasses()
            .that()
            .resideInAPackage("dev.headgate.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fabric8..", "dev.headgate.api..", "dev.headgate.pin..", "dev.headgate.node..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothingButTheNodeComposes = noClasses()
            .that()
            .resideOutsideOfPackage("dev.headgate.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.headgate.node..");

    @ArchTest
    static final ArchRule packagesOfTheCoreHaveNoCycle = slices().matching(
                    "dev.headgate.(ledger|admission|policy|authority)..")
            .should()
            .beFreeOfCycles();
}
