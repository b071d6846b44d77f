package dev.tenure.wire.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The forms are those of these expressions, whatever the text.
class ScalarFormsTest {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
            + "([Tt ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\\.[0-9]+)?( ?(Z|[-+][0-9]{1,2}(:?[0-9]{2})?))?)?");
    private static final Pattern BASE_60 = Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");
    private static final String[] WHOLE = {
        "-1.50e+10",
        ".5E3",
        "1.",
        "2024-01-31T10:20:30.25 +01:30",
        "2024-1-3t1:2:3Z",
        "2024-01-31 10:20:30-0130",
        "+1_0:59:07.2_5"
    };
    private static final String CHARACTERS = "0123456789569+-._:eETtZ  x";

    @Test
    void changedTextsHaveTheFormsThatTheExpressionsGiveThem() {
        var random = new Random(11);
        int known = 0;
        for (int round = 0; round < 200_000; round++) {
            String text = changed(WHOLE[random.nextInt(WHOLE.length)], random);
            assertThat(ScalarForms.isDecimal(text))
                    .as(text)
                    .isEqualTo(DECIMAL.matcher(text).matches());
            assertThat(ScalarForms.isTimestamp(text))
                    .as(text)
                    .isEqualTo(TIMESTAMP.matcher(text).matches());
            assertThat(ScalarForms.isBase60(text))
                    .as(text)
                    .isEqualTo(BASE_60.matcher(text).matches());
            known += ScalarForms.isDecimal(text) || ScalarForms.isTimestamp(text) || ScalarForms.isBase60(text) ? 1 : 0;
        }
        assertThat(known).isGreaterThan(20_000);
    }

    @Test
    void nothingIsNoNumber() {
        assertThat(ScalarForms.isDecimal("") || ScalarForms.isTimestamp("") || ScalarForms.isBase60(""))
                .isFalse();
    }

    /// With up to three characters left out, put in or replaced.
    private static String changed(String whole, Random random) {
        var text = new StringBuilder(whole);
        for (int change = random.nextInt(4); change > 0; change--) {
            int at = random.nextInt(text.length() + 1);
            char other = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            if (at == text.length() || random.nextInt(3) == 0) {
                text.insert(at, other);
            } else if (random.nextBoolean()) {
                text.setCharAt(at, other);
            } else {
                text.deleteCharAt(at);
            }
        }
        return text.toString();
    }
}
