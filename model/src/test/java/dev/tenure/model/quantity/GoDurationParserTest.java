package dev.tenure.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Vectors that Go's time.ParseDuration gave.
class GoDurationParserTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "-0,0",
        "0s,0",
        "1.5h,5400000000000",
        "-1s,-1000000000",
        "1h30m,5400000000000",
        ".5s,500000000",
        "5.s,5000000000",
        "1.23456789012345678901234567890s,1234567890",
        "0.123456789012345678h,444444440444",
        "0.9ns,0",
        "0.1us,100",
        "1.1h,3960000000000",
        "0.000000000000000001h,0",
        "9223372036854775807ns,9223372036854775807",
        "-9223372036854775808ns,-9223372036854775808",
        "-9223372036.854775808s,-9223372036854775808",
        "2562047h47m16.854775807s,9223372036854775807",
        "0.99999999999999999999999999s,1000000000",
        "3.0000000000000000000000000001m,180000000000",
        "1µs,1000",
        "1μs,1000",
        "1s1h,3601000000000",
        "4.35m,261000000000",
        "0.3333333333333333333h,1200000000000"
    })
    void whatIsADurationIsReadToTheNanosecond(String text, long nanos) {
        assertThat(GoDurationParser.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1h-1m | time: unknown unit \"h-\" in duration \"1h-1m\"",
                ".s | time: invalid duration \".s\"",
                "1 | time: missing unit in duration \"1\"",
                "s | time: invalid duration \"s\"",
                "~~ | time: invalid duration \"\"",
                "+ | time: invalid duration \"+\"",
                "1x | time: unknown unit \"x\" in duration \"1x\"",
                "9223372036854775808ns | time: invalid duration \"9223372036854775808ns\"",
                "-9223372036854775809ns | time: invalid duration \"-9223372036854775809ns\"",
                "9223372036.854775808s | time: invalid duration \"9223372036.854775808s\"",
                "2562047h47m16.854775808s | time: invalid duration \"2562047h47m16.854775808s\"",
                "2562048h | time: invalid duration \"2562048h\"",
                "9223372036854775807ns1ns | time: invalid duration \"9223372036854775807ns1ns\"",
                "99999999999999999999s | time: invalid duration \"99999999999999999999s\"",
                "9655168756460902ms770404114763954d | time: invalid duration \"9655168756460902ms770404114763954d\"",
                "0387158588488971s9.6748 | time: invalid duration \"0387158588488971s9.6748\"",
                "1é | time: unknown unit \"\\xc3\\xa9\" in duration \"1\\xc3\\xa9\"",
                "1\"s | time: unknown unit \"\\\"s\" in duration \"1\\\"s\"",
                "7.7µsx | time: unknown unit \"\\xc2\\xb5sx\" in duration \"7.7\\xc2\\xb5sx\""
            })
    void whatIsNoneIsRefusedInGosWords(String text, String words) {
        assertThatThrownBy(() -> GoDurationParser.parse(text))
                .isInstanceOf(DurationFormatException.class)
                .hasMessage(words);
    }
}
