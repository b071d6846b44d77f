package dev.tenure.kubelet.pod;

import dev.tenure.model.meta.Frozen;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A container as the runtime shows it. Lists leave out what only a status has: times after the creation,
/// exit code, reason, message, mounts.
///
/// @param attempt how often it was restarted before
/// @param createdAtNanos since 1970; the other times too, 0 when it has not come to that
/// @param reason `Completed`, `Error`, `OOMKilled`, …
/// @param held what the runtime says that it is held to, if it says so
/// @param user as whom it began, if the runtime says so
public record RunContainer(
        String id,
        String sandboxId,
        String name,
        int attempt,
        State state,
        long createdAtNanos,
        long startedAtNanos,
        long finishedAtNanos,
        int exitCode,
        String image,
        String imageRef,
        String reason,
        String message,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<Mounted> mounts,
        String logPath,
        Optional<Held> held,
        Optional<User> user) {
    public enum State {
        CREATED,
        RUNNING,
        EXITED,
        UNKNOWN
    }

    /// By their number: the clock may have been set back between the creation of one and that of the next.
    public static final Comparator<RunContainer> NEWEST_FIRST = Comparator.comparingInt(RunContainer::attempt)
            .thenComparingLong(RunContainer::createdAtNanos)
            .reversed();

    /// A path of the host, or an image, inside of a container.
    ///
    /// @param image its id; empty when it is a path of the host
    public record Mounted(String containerPath, String hostPath, String image) {
        public Mounted(String containerPath, String hostPath) {
            this(containerPath, hostPath, "");
        }
    }

    /// What a container is held to; 0 where it is not.
    ///
    /// @param cpuRequestMillis what its weight stands for
    public record Held(long memoryLimitBytes, long cpuLimitMillis, long cpuRequestMillis) {}

    /// Whose rights the first process had at its start.
    public record User(long uid, long gid, List<Long> groups) {
        public User {
            groups = List.copyOf(groups);
        }
    }

    public RunContainer {
        labels = Frozen.map(labels);
        annotations = Frozen.map(annotations);
        mounts = List.copyOf(mounts);
    }

    public String podUid() {
        return labels.getOrDefault(Labels.POD_UID, "");
    }

    /// The same under another reason to have ended.
    public RunContainer endedFor(Waiting why, int code) {
        return ended(code, why.reason(), why.message());
    }

    public RunContainer withMessage(String shown) {
        return ended(exitCode, reason, shown);
    }

    private RunContainer ended(int code, String why, String shown) {
        return new RunContainer(
                id,
                sandboxId,
                name,
                attempt,
                State.EXITED,
                createdAtNanos,
                startedAtNanos,
                finishedAtNanos,
                code,
                image,
                imageRef,
                why,
                shown,
                labels,
                annotations,
                mounts,
                logPath,
                held,
                user);
    }

    public boolean running() {
        return state == State.RUNNING;
    }

    public boolean exited() {
        return state == State.EXITED;
    }
}
