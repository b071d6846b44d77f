package dev.tenure.launch.agent;

import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.node.MemoryNotices;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.stats.MemoryAlarm;
import dev.tenure.node.stats.MemoryReader;
import dev.tenure.node.stats.MemoryWatch;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What wakes the agent between two looks at its thresholds: stalls that the kernel tells of, uses of memory
/// that it tells of on request, and, where it tells of stalls too late, a look of our own every 50 ms. Used
/// by one thread.
final class AgentAlarms implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AgentAlarms.class.getPackageName());
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private final EventLoop loop;
    private final TimeSource time;
    private final MemoryReader memory;
    private final Optional<PodControlGroups> groups;
    private final Published<Runnable> onAlarm = new Published<>(() -> {});
    private final MemoryAlarm alarm;
    private @Nullable MemoryWatch watch;

    AgentAlarms(EventLoop loop, TimeSource time, MemoryReader memory, Optional<PodControlGroups> groups) {
        this.loop = loop;
        this.time = time;
        this.memory = memory;
        this.groups = groups;
        this.alarm = new MemoryAlarm(this::ring);
    }

    private void ring() {
        loop.post("memory-alarm", onAlarm.get());
    }

    /// Who has to hear of measurements so that the kernel is asked anew.
    Consumer<Summary> prepare(AgentConfig config, PressureSettings settings) {
        if (!config.fields().path("kernelMemcgNotification").asBoolean(false)) {
            return _ -> {};
        }
        var notices = new MemoryNotices(alarm::onUse, GROUPS.resolve("memory"), groups, settings.thresholds());
        return summary -> notices.measured(summary, time.now());
    }

    /// @param alarmed run on the loop
    void start(Runnable alarmed, PressureSettings settings, ResourceList capacity) {
        onAlarm.publish(alarmed);
        MemoryAlarm.Stall machine = alarm.onStall(Path.of("/proc/pressure/memory"));
        MemoryAlarm.Stall pods = groups.map(this::podsFolder)
                .map(folder -> alarm.onStall(folder.resolve("memory.pressure")))
                .orElse(MemoryAlarm.Stall.NOT);
        boolean late = machine != MemoryAlarm.Stall.AT_ONCE;
        LOG.log(
                System.Logger.Level.INFO,
                "the kernel tells of stalls of memory: machine {0}, pods {1}; looking every 50 ms: {2}",
                machine,
                pods,
                late);
        List<MemoryWatch.Line> lines = lines(settings, capacity);
        if (late && !lines.isEmpty()) {
            var watching = new MemoryWatch(memory, lines, time, this::ring);
            watching.start();
            watch = watching;
        }
    }

    private Path podsFolder(PodControlGroups all) {
        return all.folder("memory", GroupName.pods());
    }

    /// Hard and soft thresholds alike: the grace of a soft one begins when it is seen.
    private List<MemoryWatch.Line> lines(PressureSettings settings, ResourceList capacity) {
        var lines = new ArrayList<MemoryWatch.Line>();
        Quantity memoryInAll = capacity.get(ResourceList.MEMORY);
        for (Threshold threshold : settings.thresholds()) {
            if (threshold.blank()) {
                continue;
            }
            long left = threshold.value().of(memoryInAll).value();
            if (threshold.signal() == Signal.MEMORY_AVAILABLE) {
                lines.add(new MemoryWatch.Line(Optional.empty(), left));
            } else if (threshold.signal() == Signal.ALLOCATABLE_MEMORY_AVAILABLE && groups.isPresent()) {
                lines.add(new MemoryWatch.Line(groups.map(this::podsFolder), left));
            }
        }
        return lines;
    }

    @Override
    public void close() {
        alarm.close();
        MemoryWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
    }
}
