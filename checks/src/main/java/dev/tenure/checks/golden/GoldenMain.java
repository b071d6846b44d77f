package dev.tenure.checks.golden;

import dev.tenure.checks.golden.api.ApiSuite;
import dev.tenure.checks.golden.api.CodecSuite;
import dev.tenure.checks.golden.kubectl.FoundTools;
import dev.tenure.checks.golden.kubectl.KubectlSuite;
import dev.tenure.checks.golden.kubectl.RealTimeSuite;
import dev.tenure.checks.golden.pressure.PressureSuite;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.golden.suite.KnownFailures;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.checks.golden.timeline.TimelineSuite;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.testkit.fake.EtcdServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Replays the golden suites from the command line, for `./check`.
///
/// | arguments | does |
/// |---|---|
/// | `suites DIR` | prints every difference, how many cases passed per suite, and `N passed, N failed` |
/// | `outside DIR LISTS` | what needs tools of others, held against the lists of cases that do not pass yet |
/// | `etcd DIR LISTS` | the recorded exchanges, and what needs tools of others, on an etcd |
/// | `known DIR LISTS [SUITE...]` | rewrites the lists of cases that do not pass yet |
///
/// The system property `tenure.root` names the project's folder.
public final class GoldenMain {
    private static final int USAGE = 2;

    private final Path root;
    private final PrintStream out;

    private GoldenMain(Path root, PrintStream out) {
        this.root = root;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        var main = new GoldenMain(Path.of(System.getProperty("tenure.root", ".")), System.out);
        System.exit(main.run(List.of(arguments)));
    }

    private int run(List<String> words) throws IOException {
        String command = words.isEmpty() ? "" : words.getFirst();
        if (command.equals("suites") && words.size() == 2) {
            return replayAll(Path.of(words.get(1)));
        }
        if (command.equals("outside") && words.size() == 3) {
            return holdAgainst(
                    outside(new Engine.Memory(), Path.of(words.get(2))), Path.of(words.get(1)), Path.of(words.get(2)));
        }
        if (command.equals("etcd") && words.size() == 3) {
            return onEtcd(Path.of(words.get(1)), Path.of(words.get(2)));
        }
        if (command.equals("known") && words.size() >= 3) {
            rewrite(Path.of(words.get(1)), Path.of(words.get(2)), words.subList(3, words.size()));
            return 0;
        }
        System.err.println("usage: suites DIR | outside DIR LISTS | etcd DIR LISTS | known DIR LISTS [SUITE...]");
        return USAGE;
    }

    /// Suites that need nothing but this program; `./check` runs them as tests.
    static List<Suite> inside() {
        return List.of(
                new ApiSuite(new SystemTime(), new Engine.Memory()),
                new CodecSuite(),
                new SchedulerSuite(),
                new PressureSuite(),
                new TimelineSuite());
    }

    private KubectlSuite kubectl(Engine engine, Set<String> known) {
        Path replayer = golden().resolve("kubectl/replay.py");
        return new KubectlSuite(replayer, FoundTools.look(), engine, KubectlSuite.Choice.all(known), out::println);
    }

    private RealTimeSuite realTime(Engine engine) {
        return new RealTimeSuite(golden().resolve("timelines/replay.py"), FoundTools.look(), engine, out::println);
    }

    private List<Suite> outside(Engine engine, Path lists) throws IOException {
        return List.of(kubectl(engine, listed(lists)), realTime(engine));
    }

    /// The kubectl cases that do not pass yet.
    private static Set<String> listed(Path lists) throws IOException {
        return KnownFailures.read(lists, KubectlSuite.NAME).names();
    }

    /// The lists of kubectl and of timelines are those of the other engines: what passes there passes here.
    private int onEtcd(Path cases, Path lists) throws IOException {
        Optional<Path> program = EtcdServer.program();
        if (program.isEmpty()) {
            System.err.println(EtcdServer.NONE);
            return USAGE;
        }
        var engine = new Engine.Etcd(program.get());
        var suites = new ArrayList<Suite>(List.of(new ApiSuite(new SystemTime(), engine)));
        suites.addAll(outside(engine, lists));
        return holdAgainst(suites, cases, lists);
    }

    private Path golden() {
        return root.resolve("checks/golden");
    }

    private int replayAll(Path cases) throws IOException {
        var suites = new ArrayList<>(inside());
        suites.add(kubectl(new Engine.Memory(), listed(root.resolve("checks/known"))));
        long passed = 0;
        long failed = 0;
        var lines = new ArrayList<String>();
        for (Suite suite : suites) {
            if (!suite.isIn(cases)) {
                continue;
            }
            out.println("replaying " + suite.name());
            SuiteResult result = suite.replay(cases);
            result.failures().forEach(failure -> out.printf("FAIL %s %s%n", suite.name(), failure.line()));
            lines.add(result.line());
            passed += result.passed();
            failed += result.failed();
        }
        lines.forEach(out::println);
        out.printf("%d passed, %d failed%n", passed, failed);
        return failed == 0 ? 0 : 1;
    }

    private int holdAgainst(List<Suite> suites, Path cases, Path lists) throws IOException {
        int status = 0;
        var lines = new ArrayList<String>();
        for (Suite suite : suites) {
            out.println("replaying " + suite.name());
            SuiteResult result = suite.replay(cases);
            lines.add(result.line());
            List<String> complaints = KnownFailures.read(lists, suite.name()).complaints(result);
            complaints.forEach(out::println);
            status = complaints.isEmpty() ? status : 1;
        }
        lines.forEach(out::println);
        return status;
    }

    private void rewrite(Path cases, Path lists, List<String> names) throws IOException {
        var suites = new ArrayList<>(inside());
        suites.add(kubectl(new Engine.Memory(), Set.of()));
        suites.add(realTime(new Engine.Memory()));
        for (Suite suite : suites) {
            boolean isDefault = names.isEmpty() && !(suite instanceof KubectlSuite || suite instanceof RealTimeSuite);
            if (isDefault || names.contains(suite.name())) {
                SuiteResult result = suite.replay(cases);
                KnownFailures.of(result).write(lists);
                out.println(result.line());
            }
        }
    }
}
