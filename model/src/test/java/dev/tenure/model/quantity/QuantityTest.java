package dev.tenure.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0m,0",
        "000,0",
        "0Ki,0",
        "-0,0",
        ".,0",
        "1,1",
        "100m,100m",
        "1000m,1",
        "0.1,100m",
        "1.5,1500m",
        "0.5Gi,512Mi",
        "1.5Gi,1536Mi",
        "1024Mi,1Gi",
        "1023Mi,1023Mi",
        "1024,1024",
        "1000,1k",
        "10000,10k",
        "12000000,12M",
        "1000000Ki,1000000Ki",
        "1024Ki,1Mi",
        "1e3,1e3",
        "1000e3,1e6",
        "1e4,10e3",
        "12E6,12E6",
        "1E,1E",
        "5Ei,5Ei",
        "16Ei,9223372036854775807",
        "0.001Ki,1024m",
        "1n,1n",
        "0.1n,1n",
        "-0.1n,-1n",
        "1.2345678901n,2n",
        "1u,1u",
        "0.0000000001,1n",
        "512Ki,512Ki",
        "0.5Ki,512",
        "-1Gi,-1Gi",
        "-1024Mi,-1Gi",
        "1.500,1.500",
        "+5,+5",
        "05,05",
        "1.,1.",
        "123456789012345678901234,123456789012345678901234",
        "1e-9,1e-9",
        "1e-10,1e-9",
        "100e-3,100e-3",
        "500000e-6,500e-3"
    })
    void aQuantityIsWrittenInItsCanonicalForm(String text, String canonical) {
        assertThat(Quantity.parse(text)).hasToString(canonical);
        assertThat(Quantity.parse(canonical)).isEqualTo(Quantity.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "1.2.3", "1O0Mi", " 1", "1 ", "1Mi1Mi", "1KI", "e3e", "100e3m", "1e3.0", "abc", "1_000", "0x1"
            })
    void aTextOfAnotherFormIsRefusedWithThePattern(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(QuantityFormatException.class)
                .hasMessage(
                        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1K", "1i", "1mi", "--1", "+-1", "1e", "1e+", "1Kii", "1MM", "1m5"})
    void anUnknownSuffixIsRefused(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(QuantityFormatException.class)
                .hasMessage("unable to parse quantity's suffix");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Pi", "+Ei", "e-22"})
    void aSuffixWithoutANumberIsRefused(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(QuantityFormatException.class)
                .hasMessage("unable to parse numeric part of quantity");
    }

    @ParameterizedTest
    @CsvSource({
        "100m,1,100",
        "1,1,1000",
        "1001m,2,1001",
        "-100m,-1,-100",
        "1u,1,1",
        "1500u,1,2",
        "2Gi,2147483648,2147483648000",
        "1e3,1000,1000000",
        "9223372036854775807,9223372036854775807,-1000",
        "-1.5Gi,-1610612736,-1610612736000",
        "1e30,0,0",
        "100E,0,0"
    })
    void wholeUnitsAndThousandthsAreRoundedAwayFromZero(String text, long value, long milli) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parse(text).milliValue()).isEqualTo(milli);
    }

    /// An oddity of upstream: there is no letter for so much, and nothing is written in its place.
    @ParameterizedTest
    @CsvSource({"1000E,1", "12345000E,12345", "-1000E,-1"})
    void whatHasNoSuffixIsWrittenWithoutOne(String text, String written) {
        assertThat(Quantity.parse(text)).hasToString(written);
        assertThat(Quantity.parse("1Ei").times(1024)).hasToString("1");
    }

    /// Recorded from upstream's library: what a long cannot hold, and numbers below zero that are counted
    /// with big ones.
    @ParameterizedTest
    @CsvSource({
        "556764272399740795e3,3361950188454246520",
        "-922337203685477580e+3,800",
        "100000000000000000E,0",
        "1410528407829217904e19,8048733941277917184",
        "31541776754488437369E,-4488917592949129216",
        "1152921504606846976e3,-9223372036854775808",
        "-13.5Gi,3951229450",
        "-.1Ki,-101",
        "-0.1Ki,-101",
        "0.1Ki,103",
        "-52173.477643751e-3,-51",
        "-2e-10,1",
        "2e-10,1"
    })
    void whatDoesNotFitIsCutAsUpstreamCutsIt(String text, long value) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
    }

    @Test
    void theLowestNumberHasNoBinarySuffix() {
        assertThat(Quantity.of(Long.MIN_VALUE, Quantity.Format.BINARY_SI)).hasToString("-9223372036854775808");
        assertThat(Quantity.of(Long.MIN_VALUE, Quantity.Format.BINARY_SI).value())
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aSumIsWrittenLikeItsFirstNonZeroPart() {
        assertThat(Quantity.ZERO.plus(Quantity.parse("1Gi"))).hasToString("1Gi");
        assertThat(Quantity.parse("1Gi").plus(Quantity.parse("1G"))).hasToString("2073741824");
        assertThat(Quantity.parse("1G").plus(Quantity.parse("1Gi"))).hasToString("2073741824");
        assertThat(Quantity.parse("500m").plus(Quantity.parse("1500m"))).hasToString("2");
        assertThat(Quantity.parse("1Gi").minus(Quantity.parse("1Gi"))).hasToString("0");
        assertThat(Quantity.of(Long.MAX_VALUE, Quantity.Format.DECIMAL_SI).plus(Quantity.parse("1")))
                .hasToString("9223372036854775808");
    }

    @Test
    void roundingUpLosesOnlyWhatIsSmallerThanTheUnit() {
        assertThat(Quantity.parse("1500u").roundedUp(-3)).hasToString("2m");
        assertThat(Quantity.parse("-1500u").roundedUp(-3)).hasToString("-2m");
        assertThat(Quantity.parse("1.500").roundedUp(-3)).hasToString("1.500");
        assertThat(Quantity.parse("1e-9").roundedUp(-3)).hasToString("1e-3");
    }

    @Test
    void absurdExponentsAreRefusedOrHarmless() {
        assertThatThrownBy(() -> Quantity.parse("1e999999999")).isInstanceOf(QuantityFormatException.class);
        assertThat(Quantity.parse("1e-99999")).hasToString("1e-9");
        assertThat(Quantity.parse("1e99999").value()).isZero();
    }

    @Test
    void quantitiesAreOrderedByAmountWhateverTheirForm() {
        long seed = 20_240_611;
        Random random = new Random(seed);
        String[] suffixes = {"n", "u", "m", "", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "E-3"};
        for (int i = 0; i < 20_000; i++) {
            String left = random.nextInt(5000) + (random.nextBoolean() ? "." + random.nextInt(100) : "");
            String right = Integer.toString(random.nextInt(5000));
            Quantity a = Quantity.parse(left + suffixes[random.nextInt(suffixes.length)]);
            Quantity b = Quantity.parse(right + suffixes[random.nextInt(suffixes.length)]);
            BigDecimal difference = a.amount().subtract(b.amount());
            assertThat(a.compareTo(b)).as("seed %d: %s and %s", seed, a, b).isEqualTo(difference.signum());
            assertThat(a.minus(b).amount()).isEqualByComparingTo(difference);
            assertThat(Quantity.parse(a.toString())).as("seed %d", seed).isEqualTo(a);
            assertThat(a.equals(b)).isEqualTo(difference.signum() == 0);
        }
    }

    /// Read in full, such a number would take minutes.
    @Test
    void aNumberAsLongAsARequestIsNoQuantity() {
        String digits = "1".repeat(3_000_000);
        for (String text : List.of(digits, "-" + digits, "0." + digits, digits + "Gi", "1." + digits + "e-5")) {
            assertThatThrownBy(() -> Quantity.parse(text))
                    .isInstanceOf(QuantityFormatException.class)
                    .hasMessage("unable to parse numeric part of quantity");
        }
        assertThat(Quantity.parse("0".repeat(3_000_000) + "5")).isEqualTo(Quantity.parse("5"));
        assertThat(Quantity.parse("1".repeat(10_000)).toString()).hasSize(10_000);
    }
}
