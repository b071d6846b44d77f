package dev.tenure.checks.golden.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownFailuresTest {
    private static final SuiteResult RESULT = new SuiteResult(
            "some", List.of(CaseResult.passed("a"), CaseResult.failed("b", "x"), CaseResult.failed("c", "y")));

    @Test
    void aListThatSaysWhatFailsRaisesNoComplaint() {
        assertThat(new KnownFailures("some", Set.of("b", "c")).complaints(RESULT))
                .isEmpty();
    }

    @Test
    void aCaseThatBrokeAndOneThatPassesAgainstTheListAreReported() {
        assertThat(new KnownFailures("some", Set.of("a", "b", "z")).complaints(RESULT))
                .containsExactly(
                        "broken: c: y",
                        "listed as not passing, but it passes (run ./check known): a",
                        "listed as not passing, but there is no such case (run ./check known): z");
    }

    @Test
    void whatIsWrittenIsReadAgainAndNoListIsLeftWhenAllPass(@TempDir Path folder) throws IOException {
        KnownFailures.of(RESULT).write(folder);
        assertThat(KnownFailures.read(folder, "some").names()).containsExactlyInAnyOrder("b", "c");
        KnownFailures.of(new SuiteResult("some", List.of(CaseResult.passed("a"))))
                .write(folder);
        assertThat(Files.exists(folder.resolve("some.txt"))).isFalse();
    }
}
