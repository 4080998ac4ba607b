package dev.headgate.e2e.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.e2e.cluster.Checkout;
import dev.headgate.e2e.cluster.ControlPlane;
import dev.headgate.e2e.cluster.SharedControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart's form: what Helm says of it before there is a cluster. */
@ExtendWith(SharedControlPlane.class)
class ChartFormIT {

    /** Values that cannot work, and what Helm has to say about them. */
    record Refused(String values, String field, String message) {
        @Override
        public String toString() {
            return values;
        }
    }

    @ParameterizedTest
    @MethodSource
    void lintFindsNothing(List<String> values, ControlPlane plane) {
        var answer = Chart.lint(plane, values);

        assertThat(answer.orThrow()).contains("0 chart(s) failed").doesNotContain("[WARNING]", "[ERROR]");
    }

    static Stream<List<String>> lintFindsNothing() {
        return Stream.of(
                List.of(),
                Chart.OWN_SECRET,
                List.of("node.tls.mode=CertManager", "node.tls.certManager.issuerRef.name=inside"),
                List.of("node.updateStrategy.type=OnDelete", "operator.replicas=3", "aggregateRoles=false"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void valuesThatCannotWorkAreRefusedWithTheirPath(Refused refused, ControlPlane plane) {
        List<String> values = new ArrayList<>(refused.values().contains("tls.mode") ? List.of() : Chart.OWN_SECRET);
        values.addAll(List.of(refused.values().split(" ")));

        var answer = Chart.render(plane, values);

        assertThat(answer.succeeded()).as("helm template succeeded").isFalse();
        assertThat(answer.err()).contains("'" + refused.field() + "'", refused.message());
    }

    static Stream<Refused> valuesThatCannotWorkAreRefusedWithTheirPath() {
        String surge = "/node/updateStrategy/rollingUpdate/maxSurge";
        String unavailable = "/node/updateStrategy/rollingUpdate/maxUnavailable";
        return Stream.of(
                // Two endpoints on one node would wait for one lock (design page 13).
                new Refused("node.updateStrategy.rollingUpdate.maxSurge=1", surge, "value must be 0"),
                new Refused("node.updateStrategy.rollingUpdate.maxSurge=10%", surge, "value must be 0"),
                new Refused(
                        "node.updateStrategy.rollingUpdate.maxUnavailable=0", unavailable, "minimum: got 0, want 1"),
                new Refused(
                        "node.updateStrategy.rollingUpdate.maxUnavailable=0%", unavailable, "does not match pattern"),
                new Refused("node.updateStrategy.type=Recreate", "/node/updateStrategy/type", "value must be one of"),
                new Refused("node.listen.port=443", "/node/listen/port", "minimum: got 443, want 1,024"),
                new Refused("node.listen.port=70000", "/node/listen/port", "maximum: got 70,000, want 65,535"),
                new Refused("node.listen.address=127.0.0.1", "/node/listen/address", "value must be one of"),
                new Refused("node.image.pullPolicy=Sometimes", "/node/image/pullPolicy", "value must be one of"),
                new Refused("node.image.digest=latest", "/node/image/digest", "does not match pattern"),
                new Refused("node.hosts={Not_A_Name}", "/node/hosts/0", "does not match pattern"),
                new Refused("node.journal.type=Memory", "/node/journal/type", "value must be one of"),
                new Refused("node.journal.hostPath=journal", "/node/journal/hostPath", "does not match pattern"),
                new Refused(
                        "node.stateVolume.sizeLimit=1Gi", "/node", "additional properties 'stateVolume' not allowed"),
                new Refused("operator.replicas=0", "/operator/replicas", "minimum: got 0, want 1"),
                new Refused("operator.leaderElection=false", "/operator", "additional properties 'leaderElection'"),
                new Refused("nodes.image.tag=1", "", "additional properties 'nodes' not allowed"),
                new Refused("node.tls.mode=None", "/node/tls/mode", "value must be one of"),
                new Refused("node.tls.mode=Secret", "/node/tls/secretName", "minLength: got 0, want 1"),
                new Refused(
                        "node.tls.mode=CertManager",
                        "/node/tls/certManager/issuerRef/name",
                        "minLength: got 0, want 1"),
                // Values that would do nothing in their mode.
                new Refused(
                        "node.tls.mode=Generated node.tls.secretName=own",
                        "/node/tls/secretName",
                        "maxLength: got 3, want 0"),
                new Refused("node.tls.callerNamespaces={payments}", "/node/tls/callerNamespaces", "maxItems"));
    }

    /** A tool that only renders would replace the keys at each run, and callers would trust an authority that is gone. */
    @Test
    void keysAreNotGeneratedWhereTheClusterCannotBeAsked(ControlPlane plane) {
        var answer = Chart.render(plane, List.of());

        assertThat(answer.succeeded()).as("helm template succeeded").isFalse();
        assertThat(answer.err()).contains("would replace them each time", "node.tls.mode Secret or CertManager");
    }

    @Test
    void aDigestWinsOverATag(ControlPlane plane) {
        String digest = "sha256:" + "0".repeat(64);
        List<String> values = new ArrayList<>(Chart.OWN_SECRET);
        values.addAll(List.of(
                "node.image.repository=registry.example.org/team/headgate-node",
                "node.image.tag=old",
                "node.image.digest=" + digest));

        var answer = Chart.render(plane, values);

        assertThat(answer.orThrow())
                .contains("image: \"registry.example.org/team/headgate-node@" + digest + "\"")
                .contains(
                        "image: \"headgate-operator:" + version("helm/headgate/Chart.yaml", "(?m)^appVersion: (.+)$"));
    }

    @Test
    void theChartInstallsTheImagesOfThisBuild() {
        String built = version("pom.xml", "<artifactId>headgate</artifactId>\\s*<version>(.+)</version>");

        assertThat(List.of(
                        version("helm/headgate/Chart.yaml", "(?m)^appVersion: (.+)$"),
                        version("helm/headgate/Chart.yaml", "(?m)^version: (.+)$")))
                .containsOnly(built);
    }

    private static String version(String fileInCheckout, String pattern) {
        try {
            String text = Files.readString(Checkout.root().resolve(fileInCheckout));
            Matcher matcher = Pattern.compile(pattern).matcher(text);
            assertThat(matcher.find()).as(pattern + " in " + fileInCheckout).isTrue();
            return matcher.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
