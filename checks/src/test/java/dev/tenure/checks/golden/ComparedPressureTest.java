package dev.tenure.checks.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.checks.golden.pressure.PressureSuite;
import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.SuiteResult;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Random settings, texts, pods and summaries are decided on as upstream's kubelet library decided. The
/// recordings have the form of `checks/golden/node-pressure`: a sample of many thousands, with those that
/// once came out otherwise.
class ComparedPressureTest {
    private static final int CASES_MIN = 500;

    @Test
    void randomDecisionsAreThoseOfUpstream() throws IOException, URISyntaxException {
        var recorded = Objects.requireNonNull(ComparedPressureTest.class.getResource("compared"));
        SuiteResult result = new PressureSuite().replay(Path.of(recorded.toURI()));
        assertThat(result.cases()).hasSizeGreaterThan(CASES_MIN);
        assertThat(result.failures()).extracting(CaseResult::line).isEmpty();
    }
}
