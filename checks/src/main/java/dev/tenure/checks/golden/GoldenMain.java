package dev.tenure.checks.golden;

import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// Replays the golden suites from the command line, for `./check golden` and `./check known`.
///
/// `suites DIR` prints every difference, per suite how many cases of how many passed, and `N passed, N failed` at the
/// end.
/// `known DIR LISTS` rewrites the lists of cases that do not pass.
public final class GoldenMain {
    private static final int USAGE = 2;

    private GoldenMain() {}

    /// All suites, in the order in which they run.
    static List<Suite> suites() {
        return List.of(new ApiSuite(new SystemTime()));
    }

    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        if (words.size() == 2 && words.getFirst().equals("suites")) {
            System.exit(replayAll(Path.of(words.get(1)), System.out));
        }
        if (words.size() == 3 && words.getFirst().equals("known")) {
            rewrite(Path.of(words.get(1)), Path.of(words.get(2)), System.out);
            return;
        }
        System.err.println("usage: suites DIR | known DIR LISTS");
        System.exit(USAGE);
    }

    private static int replayAll(Path golden, PrintStream out) throws IOException {
        long passed = 0;
        long failed = 0;
        for (Suite suite : suites()) {
            if (!suite.isIn(golden)) {
                continue;
            }
            SuiteResult result = suite.replay(golden);
            result.failures()
                    .forEach(failure -> out.printf(
                            "FAIL %s %s: %s%n",
                            suite.name(), failure.name(), failure.difference().orElse("")));
            out.println(result.line());
            passed += result.passed();
            failed += result.failed();
        }
        out.printf("%d passed, %d failed%n", passed, failed);
        return failed == 0 ? 0 : 1;
    }

    private static void rewrite(Path golden, Path lists, PrintStream out) throws IOException {
        for (Suite suite : suites()) {
            SuiteResult result = suite.replay(golden);
            KnownFailures.of(result).write(lists);
            out.println(result.line());
        }
    }
}
