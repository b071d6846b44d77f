package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.simnodes.script.PreStop;
import dev.tenure.simnodes.script.Script;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a pod's containers behave, by its annotations. Without any they start at once, run for ever and end
/// well when asked to stop; those of a Job, and of other pods that are not to run for ever, do what their
/// command does where that can be known ([ScriptParser]), and other ones of a Job finish at once. Those that
/// run for a time and are stopped before it is over end with code 143, as a process that is killed by
/// SIGTERM.
///
/// @param startDelay from the binding until the containers run
/// @param runFor how long they run; absent: until they are stopped
/// @param exitCode with which they end
/// @param stopDelay how long they take to stop when asked, at most the grace period
public record Declared(Duration startDelay, Optional<Duration> runFor, int exitCode, Duration stopDelay) {
    public static final String START_DELAY = "simulation.tenure.dev/start-delay";
    public static final String RUN_FOR = "simulation.tenure.dev/run-for";
    public static final String EXIT_CODE = "simulation.tenure.dev/exit-code";
    public static final String STOP_DELAY = "simulation.tenure.dev/stop-delay";

    private static final String JOB = "Job";
    private static final Declared NOTHING = new Declared(Duration.ZERO, Optional.empty(), 0, Duration.ZERO);
    private static final Pattern AMOUNT = Pattern.compile("(\\d+)(ms|s|m|h)");

    /// An annotation that cannot be read counts as absent.
    public static Declared of(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        boolean job = pod.meta()
                .controllerOwner()
                .filter(owner -> owner.kind().equals(JOB))
                .isPresent();
        if (annotations.isEmpty() && !job) {
            return NOTHING;
        }
        Optional<Duration> runFor = duration(annotations.get(RUN_FOR));
        return new Declared(
                duration(annotations.get(START_DELAY)).orElse(Duration.ZERO),
                runFor.isEmpty() && job ? Optional.of(Duration.ZERO) : runFor,
                number(annotations.getOrDefault(EXIT_CODE, "0")),
                duration(annotations.get(STOP_DELAY)).orElse(Duration.ZERO));
    }

    /// The same; the hooks of a pod that is to stop count unless an annotation says how long it takes.
    static Declared stopping(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        Declared declared = of(pod);
        return pod.meta().annotations().containsKey(STOP_DELAY)
                ? declared
                : new Declared(declared.startDelay(), declared.runFor(), declared.exitCode(), PreStop.of(stored));
    }

    /// Whether annotations say how long its containers run or how they end.
    static boolean declaresItsRun(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        return annotations.containsKey(RUN_FOR) || annotations.containsKey(EXIT_CODE);
    }

    /// The same with a command of which is known what it does.
    Declared running(Script.Run run) {
        Duration longer = stopDelay.compareTo(run.stopDelay()) < 0 ? run.stopDelay() : stopDelay;
        return new Declared(startDelay, run.time(), run.exitCode(), longer);
    }

    private static Optional<Duration> duration(@org.jspecify.annotations.Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        Matcher amount = AMOUNT.matcher(text.strip());
        if (!amount.matches() || amount.group(1).length() > 9) {
            return Optional.empty();
        }
        long count = Long.parseLong(amount.group(1));
        return Optional.of(
                switch (amount.group(2)) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    default -> Duration.ofHours(count);
                });
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
