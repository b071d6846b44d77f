package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Looking at each character once says what the regular expressions of the messages say.
class NameShapeTest {
    private static final char[] LETTERS = {'a', 'z', '0', '9', 'A', 'Z', '-', '_', '.', '/', 'é', ' '};
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    @Test
    void agreesWithTheExpressionsOnAllShortTextsAndManyLongerOnes() {
        agrees(NameShape::isLabel, LABEL);
        agrees(NameShape::isSubdomain, LABEL + "(\\." + LABEL + ")*");
        agrees(NameShape::isLabelOf1035, "[a-z]([-a-z0-9]*[a-z0-9])?");
        agrees(NameShape::isKey, "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    }

    private static void agrees(Predicate<String> shape, String expression) {
        Pattern pattern = Pattern.compile(expression);
        for (int length = 0; length <= 4; length++) {
            int count = (int) Math.pow(LETTERS.length, length);
            for (int number = 0; number < count; number++) {
                String text = text(length, number);
                assertThat(shape.test(text))
                        .as(text)
                        .isEqualTo(pattern.matcher(text).matches());
            }
        }
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(12); left > 0; left--) {
                text.append(LETTERS[random.nextInt(8)]);
            }
            assertThat(shape.test(text.toString()))
                    .as(text.toString())
                    .isEqualTo(pattern.matcher(text).matches());
        }
    }

    private static String text(int length, int number) {
        StringBuilder text = new StringBuilder();
        int rest = number;
        for (int i = 0; i < length; i++) {
            text.append(LETTERS[rest % LETTERS.length]);
            rest /= LETTERS.length;
        }
        return text.toString();
    }

    @Test
    void lengthIsThatInBytes() {
        assertThat(NameShape.isLonger("abc", 3)).isFalse();
        assertThat(NameShape.isLonger("abcd", 3)).isTrue();
        assertThat(NameShape.isLonger("éé", 3)).isTrue();
        assertThat(NameShape.isLonger("éé", 4)).isFalse();
    }
}
