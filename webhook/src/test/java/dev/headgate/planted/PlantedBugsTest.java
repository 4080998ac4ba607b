package dev.headgate.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.reliability.Reached;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each wrong variant of the core is compiled from its source with one place changed, loaded in place of the right one, and must
 * be caught: by a test that asserts the rule, or by the simulation. A change whose place is not found fails, so the list cannot
 * rot.
 */
class PlantedBugsTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/headgate");
    private static final int SEEDS = 12;
    private static final long STEPS = 12_000;
    /** Tests of rules, tried where the simulation finds nothing. */
    private static final List<String> RULES = List.of(
            "dev.headgate.authority.TransitionTableTest",
            "dev.headgate.authority.IdempotencyTest",
            "dev.headgate.authority.RestartTest",
            "dev.headgate.authority.ExactLimitsTest",
            "dev.headgate.authority.PermitLifeTest",
            "dev.headgate.simulation.LikelyMistakesTest",
            "dev.headgate.simulation.QualificationTest",
            "dev.headgate.simulation.PublicFaultsTest",
            "dev.headgate.journal.JournalCoreTest",
            "dev.headgate.journal.JournalDamageTest");

    private static int caught;

    @TempDir
    private Path folder;

    static List<PlantedBug> bugs() {
        return PlantedBug.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bugs")
    void isCaught(PlantedBug bug) throws Exception {
        ClassLoader planted = planted(bug);
        String killer = killer(planted);

        System.out.println("planted: " + bug.name() + ": caught by " + killer);
        assertThat(killer).as(bug.name()).isNotEqualTo("nothing");
        caught++;
    }

    @AfterAll
    static void note() {
        Reached.note("planted-bugs", caught + " of " + bugs().size(), PlantedBugsTest.class);
    }

    private ClassLoader planted(PlantedBug bug) throws IOException {
        Path source = SOURCES.resolve(bug.file() + ".java");
        String right = Files.readString(source);
        int first = right.indexOf(bug.right());
        assertThat(first).as("the place of: %s", bug.name()).isNotNegative();
        assertThat(right.indexOf(bug.right(), first + 1))
                .as("one place of: %s", bug.name())
                .isNegative();
        Path changed = folder.resolve(source.getFileName());
        Files.writeString(changed, right.replace(bug.right(), bug.wrong()));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                changed.toString());
        assertThat(result).as("the wrong variant compiles: %s", bug.name()).isZero();
        return new ChildFirst(classes);
    }

    /** The first that notices. */
    private static String killer(ClassLoader planted) throws Exception {
        Class<?> simulation = Class.forName("dev.headgate.simulation.Simulation", true, planted);
        Method run = simulation.getDeclaredMethod("run", long.class, long.class);
        run.setAccessible(true);
        for (long seed = 1; seed <= SEEDS; seed++) {
            String failure = failure(run, seed);
            if (failure != null) {
                return "SimulationTest: " + failure;
            }
        }
        for (String rules : RULES) {
            String test = failing(Class.forName(rules, true, planted));
            if (test != null) {
                return test;
            }
        }
        return "nothing";
    }

    private static @Nullable String failure(Method run, long seed) throws Exception {
        try {
            run.invoke(null, seed, STEPS);
            return null;
        } catch (InvocationTargetException e) {
            String message = String.valueOf(e.getTargetException().getMessage());
            return message.substring(0, Math.min(160, message.length())).replace('\n', ' ');
        }
    }

    /** The name of a test of a class that fails, or null. Only plain tests: those without parameters. */
    private static @Nullable String failing(Class<?> tests) throws Exception {
        for (Method test : tests.getDeclaredMethods()) {
            boolean isTest = Stream.of(test.getAnnotations())
                    .anyMatch(annotation ->
                            annotation.annotationType().getSimpleName().equals("Test"));
            if (!isTest || test.getParameterCount() > 0) {
                continue;
            }
            var constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            test.setAccessible(true);
            try {
                test.invoke(constructor.newInstance());
            } catch (InvocationTargetException e) {
                return tests.getSimpleName() + "." + test.getName();
            }
        }
        return null;
    }

    /** Loads everything of this project anew, the changed classes in place of the right ones. */
    private static final class ChildFirst extends ClassLoader {
        private final Path changed;

        ChildFirst(Path changed) {
            super(PlantedBugsTest.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.headgate.") || name.startsWith("dev.headgate.planted.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = bytes(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        private byte @Nullable [] bytes(String file) {
            try {
                Path own = changed.resolve(file);
                if (Files.exists(own)) {
                    return Files.readAllBytes(own);
                }
                try (InputStream in = getParent().getResourceAsStream(file)) {
                    return in == null ? null : in.readAllBytes();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
