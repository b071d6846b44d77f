package dev.tenure.launch.plan;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.plan.LiveOptions;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.plan.trace.TraceException;
import dev.tenure.plan.trace.TraceHead;
import dev.tenure.plan.trace.TraceRecorder;
import dev.tenure.plan.trace.TraceRecorder.Ending;
import dev.tenure.plan.trace.TraceRecorder.Then;
import dev.tenure.plan.trace.TraceSession;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.StoredForms;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Follows a live cluster into a trace.
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Follow a live cluster into a compressed trace, for `tenure replay FILE`: what is in it, and every change of"
                    + " its nodes, pods, owners, budgets and the like. Needs get, list and watch; writes nothing to it.",
            "It goes on until Ctrl-C, --for or --max-size. What was seen is in the file a second later and survives the"
                    + " end of this process; when the connection is lost it is made again. Never Secrets, nor ConfigMaps"
                    + " of users."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ended by Ctrl-C, --for or --max-size; the trace is whole",
            "1:the cluster cannot be read, was not seen until Ctrl-C, or the file not be written; what was written before"
                    + " stays",
            "2:the command line is wrong"
        },
        footer = {
            "",
            "Examples:",
            "  tenure record monday.trace --for 24h",
            "  tenure record monday.trace --resume --max-size 512Mi --keep 3"
        })
public final class RecordCommand implements Callable<Integer> {
    private static final int WORKERS_MAX = 32;
    private static final long BYTES_MIN = 4096;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(2);
    private static final Duration AGAIN_FIRST = Duration.ofSeconds(1);
    private static final Duration AGAIN_MAX = Duration.ofMinutes(1);
    private static final Duration SAY_EVERY = Duration.ofMinutes(1);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "FILE", description = "Where to write; for its owner alone.")
    private Path file = Path.of("");

    @Mixin
    private LiveOptions cluster = new LiveOptions();

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "End after so long (default: goes on until Ctrl-C).")
    private @Nullable Duration span;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            defaultValue = "1Gi",
            description = "How large the file may get (default: ${DEFAULT-VALUE}); then it ends, or see --keep.")
    private String size = "1Gi";

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "0",
            description = "When the file is full, begin anew and keep the last N full ones as FILE.1, FILE.2 and so on;"
                    + " each can be replayed alone (default: ${DEFAULT-VALUE}, it ends).")
    private int keep;

    @Option(names = "--resume", description = "Go on with a file that is there; without it such a file is refused.")
    private boolean resume;

    @Option(
            names = "--redact",
            description = "Pseudonyms instead of names, as `tenure export --redact`; they stand in FILE.words, which"
                    + " --resume needs and which is not to be given away.")
    private boolean redacted;

    private Optional<Ending> last = Optional.empty();

    @Override
    public Integer call() {
        var bounds = new TraceSession.Bounds(bytes(), keep, Optional.ofNullable(span));
        var ended = new Published<>(false);
        var termination = Termination.install();
        Background.daemon("await-end", () -> {
            termination.await();
            ended.publish(true);
        });
        try {
            return termination.ending(record(bounds, ended));
        } catch (TraceException | DumpException | ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } finally {
            termination.done();
        }
    }

    private long bytes() {
        if (keep < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--keep %d is negative".formatted(keep));
        }
        try {
            long bytes = Quantity.parse(size).value();
            if (bytes >= BYTES_MIN) {
                return bytes;
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw new CommandFailure(
                ExitCode.USAGE, "--max-size \"%s\" is no size of 4Ki or more, for example 512Mi".formatted(size));
    }

    /// @return the exit code
    private int record(TraceSession.Bounds bounds, Published<Boolean> ended) {
        Optional<TraceSession> session = Optional.empty();
        Duration pause = AGAIN_FIRST;
        try {
            while (true) {
                boolean got = false;
                try (HttpEndpoint endpoint = cluster.endpoint()) {
                    ClusterClient client = ClusterOptions.client(endpoint);
                    LiveCluster.Sight sight = LiveCluster.sight(client, cluster.name(), types());
                    if (session.isPresent()) {
                        session.get().again();
                    } else {
                        session = Optional.of(session(endpoint, bounds));
                        sight.gaps().stream().map(Gap::text).forEach(gap -> print("warning: " + gap));
                    }
                    got = follow(client, sight, session.get(), ended);
                } catch (DumpException | ConnectionException e) {
                    if (session.isEmpty()) {
                        throw e;
                    }
                    last = Optional.of(new Ending(String.valueOf(e.getMessage()), Then.AGAIN));
                }
                Ending why = last.orElseThrow();
                if (why.then() != Then.AGAIN) {
                    return told(why);
                }
                pause = got ? AGAIN_FIRST : pause.multipliedBy(2);
                pause = pause.compareTo(AGAIN_MAX) > 0 ? AGAIN_MAX : pause;
                print("%s; trying again in %d s".formatted(why.why(), pause.toSeconds()));
                if (!rest(pause, ended)) {
                    return told(whileAway(session.orElseThrow()));
                }
            }
        } finally {
            session.ifPresent(TraceSession::close);
        }
    }

    private int told(Ending why) {
        boolean failed = why.then() == Then.FAILED;
        print(failed ? "error: " + why.why() : why.why());
        return failed ? ExitCode.FAILED : ExitCode.OK;
    }

    private Ending whileAway(TraceSession session) {
        return session.isBare()
                ? new Ending(TraceSession.NOTHING, Then.FAILED)
                : new Ending(
                        "interrupted while the cluster did not answer: what was seen until then is in " + file,
                        Then.DONE);
    }

    private static List<ResourceType> types() {
        return new StoredForms().types().stream().filter(WorldKinds::isNeeded).toList();
    }

    private TraceSession session(HttpEndpoint endpoint, TraceSession.Bounds bounds) {
        ApiReply system = ClusterOptions.client(endpoint).get(ResourceTypes.NAMESPACES, "", "kube-system");
        String uid = system instanceof ApiReply.One(var _, StoredObject object, var _) ? object.uid() : "";
        var head = new TraceHead(
                redacted ? "a cluster under pseudonyms" : cluster.name(), uid, redacted, LiveOptions.stated(endpoint));
        return resume && TraceSession.isThere(file)
                ? TraceSession.resume(file, bounds, head)
                : TraceSession.create(file, bounds, head);
    }

    private static boolean rest(Duration pause, Published<Boolean> ended) {
        var time = new SystemTime();
        Tick until = time.now().plus(pause);
        while (until.isAfter(time.now()) && !ended.get()) {
            Pause.of(LOOK, time);
        }
        return !ended.get();
    }

    /// @return whether anything was seen
    private boolean follow(
            ClusterClient client, LiveCluster.Sight sight, TraceSession session, Published<Boolean> ended) {
        var time = new SystemTime();
        var broken = new Published<>(Optional.<String>empty());
        FaultReporter faults = (component, about, fault) -> {
            broken.publish(Optional.of("%s of %s failed: %s".formatted(about, component, fault)));
            return "";
        };
        try (var loop = new ThreadedLoop("recording", time, WORKERS_MAX, faults)) {
            var recorder = new TraceRecorder(new TraceRecorder.Site(client, loop, sight), session);
            loop.post("start", recorder::start);
            boolean asked = false;
            boolean got = false;
            Tick printedAt = time.now();
            while (true) {
                Optional<Optional<Ending>> ending = Inquiry.ask(loop, "ending", ANSWER_WITHIN, recorder::ending);
                if (ending.isEmpty() || broken.get().isPresent()) {
                    throw new TraceException(broken.get().orElse("nothing came for two minutes")
                            + ": what was seen until then is in " + file);
                }
                if (ending.get().isPresent()) {
                    last = ending.get();
                    return got;
                }
                if (ended.get() && !asked) {
                    asked = true;
                    loop.post("stop", () -> recorder.stop("interrupted: the trace is whole"));
                }
                if (!got || time.now().since(printedAt).compareTo(SAY_EVERY) > 0) {
                    printedAt = time.now();
                    Optional<TraceRecorder.Progress> progress =
                            Inquiry.ask(loop, "progress", ANSWER_WITHIN, recorder::progress);
                    boolean begins = !got;
                    got |= progress.filter(TraceRecorder.Progress::begun).isPresent();
                    if (got && progress.isPresent()) {
                        printProgress(progress.get(), begins);
                    }
                }
                Pause.of(LOOK, time);
            }
        }
    }

    private void printProgress(TraceRecorder.Progress progress, boolean begins) {
        if (begins) {
            print("recording %s into %s: %d %s; Ctrl-C ends it"
                    .formatted(
                            cluster.name(), file, progress.objects(), progress.objects() == 1 ? "object" : "objects"));
        } else {
            print("%d %s, %d KiB"
                    .formatted(
                            progress.changes(),
                            progress.changes() == 1 ? "change" : "changes",
                            progress.bytes() >> 10));
        }
    }

    private void print(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
