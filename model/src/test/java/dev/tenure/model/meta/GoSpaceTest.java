package dev.tenure.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The counts are those of Go 1.25: `unicode.IsSpace` over all characters of the basic plane.
class GoSpaceTest {
    private static final List<Integer> SPACES = List.of(
            0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
            0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000);

    @Test
    void whiteSpaceIsWhatGoTakesForIt() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            assertThat(GoSpace.isBlank(Character.toString(c))).as("U+%04X", c).isEqualTo(SPACES.contains(c));
        }
    }

    @Test
    void textsLoseSpaceAtTheirEndsAlone() {
        assertThat(GoSpace.trimmed("\u00A0 a b\u0085\n")).isEqualTo("a b");
        assertThat(GoSpace.trimmed("\u001Ca\u001C")).isEqualTo("\u001Ca\u001C");
        assertThat(GoSpace.trimmed("")).isEmpty();
    }
}
