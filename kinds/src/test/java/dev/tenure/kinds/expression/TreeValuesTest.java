package dev.tenure.kinds.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.UnsignedLong;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeValuesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "9007199254740991, 9007199254740991",
        "-9007199254740991, -9007199254740991",
        "9007199254740992, '\"9007199254740992\"'",
        "-9007199254740992, '\"-9007199254740992\"'",
        "9223372036854775807, '\"9223372036854775807\"'",
        "-9223372036854775808, '\"-9223372036854775808\"'",
    })
    void wholeNumbersThatAFloatingPointNumberCannotHoldBecomeTextsInPatches(long number, String json) {
        assertThat(TreeValues.json(number)).hasToString(json);
        assertThat(TreeValues.object(Map.of("a", number))).hasToString("{\"a\":" + number + "}");
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740991, 9007199254740991",
        "9007199254740992, '\"9007199254740992\"'",
        "18446744073709551615, '\"18446744073709551615\"'",
    })
    void soDoNumbersWithoutSign(String number, String json) {
        assertThat(TreeValues.json(UnsignedLong.valueOf(number))).hasToString(json);
    }
}
