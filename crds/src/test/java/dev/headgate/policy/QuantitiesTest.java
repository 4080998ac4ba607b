package dev.headgate.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.Bounds;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "64Mi, 67108864",
        "1500, 1500",
        "1.5Gi, 1610612736",
        "1., 1",
        "2k, 2000",
        "2e3, 2000",
        "2000e-3, 2",
        "2E+3, 2000",
        "2000m, 2",
        "9P, 9000000000000000",
        "9007199254740991, 9007199254740991"
    })
    void aQuantityIsReadExactly(String text, long bytes) {
        assertThat(Quantities.parseBytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "1.5",
                "1Mi ",
                "Mi",
                "1mi",
                "8Ei",
                "8Pi",
                "1E",
                "9007199254740992",
                "1e99",
                "1_000",
                "0x10",
                "1ki",
                "1m",
                "१",
                "0000000000000000000000000000000001"
            })
    void whatIsNoWholeNumberOfBytesIsNot(String text) {
        assertThat(Quantities.parseBytes(text)).isEqualTo(Quantities.MALFORMED);
    }

    @Test
    void aQuantityMeansWhatItMeansToKubernetes() {
        var random = new Random(18);
        var suffixes = List.of("", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e2", "E3");
        for (int i = 0; i < 20_000; i++) {
            String text = random.nextInt(100_000)
                    + (random.nextBoolean() ? "" : "." + random.nextInt(1_000))
                    + suffixes.get(random.nextInt(suffixes.size()));
            BigDecimal exact = Quantity.getAmountInBytes(new Quantity(text));
            boolean whole = exact.stripTrailingZeros().scale() <= 0
                    && exact.compareTo(BigDecimal.valueOf(Bounds.MAX_AMOUNT)) <= 0;
            assertThat(Quantities.parseBytes(text))
                    .as(text)
                    .isEqualTo(whole ? exact.longValueExact() : Quantities.MALFORMED);
        }
    }

    @Test
    void everyQuantityThatIsWrittenIsReadAsItself() {
        var random = new Random(18);
        for (int i = 0; i < 10_000; i++) {
            long bytes = random.nextLong(1L << 20) << (i % 33);
            assertThat(Quantities.parseBytes(Quantities.format(bytes))).isEqualTo(bytes);
        }
        assertThat(Quantities.format(64L << 20)).isEqualTo("64Mi");
        assertThat(Quantities.format(0)).isEqualTo("0");
        assertThat(Quantities.format(1_025)).isEqualTo("1025");
    }
}
