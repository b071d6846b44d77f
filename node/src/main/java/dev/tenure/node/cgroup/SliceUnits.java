package dev.tenure.node.cgroup;

import dev.tenure.model.meta.Frozen;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.runtime.io.OutsideProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Groups as units of systemd. What is only written to a group's files, systemd sets back when it reads its
/// units anew or starts something beneath; what it was asked for itself stays. So slices are made, limited
/// and ended through its own object on the system's D-Bus, which `busctl` calls. Safe for use by several
/// threads. Upstream: the systemd managers of opencontainers/cgroups.
public final class SliceUnits {
    private static final System.Logger LOG = System.getLogger(SliceUnits.class.getPackageName());
    private static final String MANAGER = "org.freedesktop.systemd1.Manager";
    /// Takes the place of what is under way for the unit.
    private static final String REPLACE = "replace";
    /// How long `busctl` waits for systemd.
    private static final long PATIENCE_SECONDS = 30;
    /// How long `busctl` is waited for, which may hang before it asks anybody.
    private static final Duration LIMIT = Duration.ofSeconds(PATIENCE_SECONDS + 5);

    private static final int OUTPUT_BYTES_MAX = 1 << 16;

    private final Map<String, String> environment;
    private final String busctl;
    private final Duration limit;

    /// @param environment of `busctl`, on top of that of this process: where the bus is, unless at its usual
    ///     place
    public SliceUnits(Map<String, String> environment) {
        this(environment, "busctl", LIMIT);
    }

    /// @param busctl the program that calls systemd
    /// @param limit how long it is waited for
    SliceUnits(Map<String, String> environment, String busctl, Duration limit) {
        this.environment = Frozen.map(environment);
        this.busctl = busctl;
        this.limit = limit;
    }

    /// Makes a slice and starts it, if it is not there.
    ///
    /// @param parent the slice above it
    /// @throws IOException when systemd cannot be asked, or refuses
    void make(String slice, String parent, boolean unified) throws IOException {
        var words = new ArrayList<>(List.of("StartTransientUnit", "ssa(sv)a(sa(sv))", slice, REPLACE));
        words.addAll(SlicePropertiesRule.words(SlicePropertiesRule.ofNew(slice, parent, unified)));
        words.add("0");
        try {
            call(words);
        } catch (IOException e) {
            if (!SlicePropertiesRule.exists(String.valueOf(e.getMessage()))) {
                throw e;
            }
        }
    }

    /// Limits a slice until the machine starts anew.
    ///
    /// @throws IOException when systemd cannot be asked, or refuses
    void limit(String slice, Limits limits, boolean unified) throws IOException {
        var words = new ArrayList<>(List.of("SetUnitProperties", "sba(sv)", slice, "true"));
        words.addAll(SlicePropertiesRule.words(SlicePropertiesRule.of(limits, unified)));
        call(words);
    }

    /// Ends a slice, with all that is beneath; one that systemd does not know is no error.
    void end(String slice) {
        try {
            call(List.of("StopUnit", "ss", slice, REPLACE));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} stays: {1}", slice, e.getMessage());
        }
    }

    private void call(List<String> words) throws IOException {
        var line = new ArrayList<>(List.of(
                busctl,
                "--system",
                "--timeout=" + PATIENCE_SECONDS,
                "--",
                "call",
                "org.freedesktop.systemd1",
                "/org/freedesktop/systemd1",
                MANAGER));
        line.addAll(words);
        var builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("LC_ALL", "C");
        try {
            OutsideProgram.Ended ended = OutsideProgram.run(builder, limit, OUTPUT_BYTES_MAX);
            if (ended.code() != 0) {
                throw new IOException(ended.text());
            }
        } catch (IOException e) {
            throw new IOException("systemd, %s of %s: %s".formatted(words.getFirst(), words.get(2), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for systemd", e);
        }
    }
}
