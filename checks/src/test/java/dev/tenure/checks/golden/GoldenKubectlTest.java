package dev.tenure.checks.golden;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.kubectl.FoundTools;
import dev.tenure.checks.golden.kubectl.KubectlSuite;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.golden.suite.KnownFailures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A choice of the recorded transcripts, with the newest kubectl of this machine that was recorded. All of
/// them, with every release, are for `./check full`.
class GoldenKubectlTest {
    private static final Set<String> RECORDED = Set.of("1.27", "1.30", "1.33", "1.36");
    private static final List<String> CHOSEN = List.of("taint/*", "drain/cordon", "apply/server-side", "*/errors");

    @Test
    void chosenTranscriptsPassButTheListedSteps() throws IOException {
        FoundTools found = FoundTools.look();
        String newest = found.kubectls().keySet().stream()
                .filter(RECORDED::contains)
                .max(Comparator.naturalOrder())
                .orElse("");
        assumeTrue(!newest.isEmpty(), "none of the kubectls that were recorded is here: " + RECORDED);
        assumeTrue(found.python().isPresent(), "there is no Python 3 with PyYAML");
        var tools =
                new FoundTools(found.python(), Map.of(newest, found.kubectls().get(newest)));
        Ratchet.hold(new KubectlSuite(
                Path.of("golden", "kubectl", "replay.py").toAbsolutePath(),
                tools,
                new Engine.Memory(),
                new KubectlSuite.Choice(
                        CHOSEN,
                        KnownFailures.read(Path.of("known"), KubectlSuite.NAME).names()),
                _ -> {}));
    }
}
