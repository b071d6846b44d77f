package dev.tenure.kinds.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionIndexesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,3-5   | 0,2      |
            1,3-5   | 5-7      | 5
            1,3-9   | 4,6      | 4
            4,6     | 1,3-9    | 4
            0-2,9   | 3-8      |
            0-2,9   | 3-8,9    | 9
            7       | 0-3,5-8  | 7
            """)
    void theFirstIndexThatStandsInBothIsFound(String one, String other, Long shared) {
        var ones = CompletionIndexes.parse(one, 100);
        var others = CompletionIndexes.parse(other, 100);
        assertThat(ones.firstShared(others).orElse(-1L)).isEqualTo(shared == null ? -1 : shared);
        assertThat(others.firstShared(ones)).isEqualTo(ones.firstShared(others));
    }

    /// Held each against each, these would keep a processor for minutes.
    @Test
    void asManyIndexesAsAStatusCanHaveAreGoneThroughOnce() {
        String even = IntStream.range(0, 200_000)
                .mapToObj(i -> Integer.toString(2 * i))
                .collect(Collectors.joining(","));
        String odd = IntStream.range(0, 200_000)
                .mapToObj(i -> Integer.toString(2 * i + 1))
                .collect(Collectors.joining(","));
        var ones = CompletionIndexes.parse(even, 1_000_000);
        assertThat(ones.firstShared(CompletionIndexes.parse(odd, 1_000_000))).isEmpty();
    }
}
