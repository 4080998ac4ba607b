package dev.headgate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What packages of this module must not know. */
@AnalyzeClasses(packages = "dev.headgate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PURE = {"dev.headgate.api..", "dev.headgate.policy..", "dev.headgate.snapshot.."};

    @ArchTest
    static final ArchRule pureCodeTouchesNoFileSocketThreadOrCommandLine = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.concurrent..", "picocli..", "org.slf4j..");

    @ArchTest
    static final ArchRule pureCodeAsksNoClock = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.time.Clock")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule pureCodeDependsOnNoSource = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.headgate.source..", "dev.headgate.command..");

    @ArchTest
    static final ArchRule snapshotsKnowNoResources = noClasses()
            .that()
            .resideInAPackage("dev.headgate.snapshot..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.headgate.api..", "io.fabric8..");
}
