package dev.tenure.node.container;

import dev.tenure.kubelet.pod.PodActions.Resize;
import dev.tenure.kubelet.pod.PodActions.Resizes;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.RunContainer.Held;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Amounts;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cgroup.ResourceRule;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Gives the running containers of a pod, and the group that they are in, other amounts of memory and CPU.
/// The group grows before them and shrinks after them, and those that shrink come before those that grow, so
/// that no limit of the group stands in the way. Waits for the runtime. Upstream: kuberuntime_manager.go
/// (doPodResizeAction).
final class PodResizer {
    private final PodServices services;
    private final PodPlan pod;
    private final GroupName group;
    private Actuated given = Actuated.NOTHING;

    PodResizer(PodServices services, PodPlan pod) {
        this.services = services;
        this.pod = pod;
        this.group = GroupName.ofPod(pod.qos(), pod.uid());
    }

    /// What came of it.
    ///
    /// @param given what containers got, even when others did not
    /// @param error why not all is done; it is to be tried again
    record Outcome(Actuated given, Optional<String> error) {}

    Outcome carryOut(Resizes resizes) {
        try {
            Limits target = ResourceRule.ofPod(pod.pod());
            Optional<Limits> current = groups().flatMap(groups -> groups.limits(group));
            Optional<String> hindrance = tooSmall(resizes, target, current);
            if (hindrance.isPresent()) {
                return new Outcome(given, hindrance);
            }
            memory(resizes.containers(), target, current);
            cpu(resizes.containers(), target, current);
            pod.amounts().ifPresent(whole -> given = given.withPod(whole));
            return new Outcome(given, Optional.empty());
        } catch (RuntimeUnavailableException e) {
            return new Outcome(given, Optional.of(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return new Outcome(given, Optional.of(IoWords.of(e)));
        }
    }

    private Optional<PodControlGroups> groups() {
        return services.host().groups();
    }

    private void memory(List<Resize> containers, Limits target, Optional<Limits> current) throws IOException {
        OptionalLong now = current.map(Limits::memoryBytes).orElse(OptionalLong.empty());
        var limits = new Limits(
                current.map(Limits::shares).orElse(target.shares()),
                OptionalLong.empty(),
                target.memoryBytes(),
                OptionalLong.empty());
        boolean grows = grows(now, target.memoryBytes());
        if (grows) {
            limit(limits);
        }
        for (Resize resize : ordered(containers, Comparator.comparingLong(PodResizer::memoryGrowth))) {
            if (!resize.given().sameMemory(resize.wanted())) {
                update(resize, given(resize).withMemoryOf(resize.wanted()));
            }
        }
        if (!grows && !target.memoryBytes().equals(now)) {
            limit(limits);
        }
    }

    private void cpu(List<Resize> containers, Limits target, Optional<Limits> current) throws IOException {
        OptionalLong now = current.map(Limits::quotaMicros).orElse(OptionalLong.empty());
        var limits = new Limits(target.shares(), target.quotaMicros(), OptionalLong.empty(), OptionalLong.empty());
        boolean grows = grows(now, target.quotaMicros());
        if (grows) {
            limit(limits);
        }
        for (Resize resize : ordered(containers, Comparator.comparingLong(PodResizer::cpuGrowth))) {
            if (!resize.given().sameCpu(resize.wanted())) {
                update(resize, given(resize).withCpuOf(resize.wanted()));
            }
        }
        if (!grows) {
            limit(limits);
        }
    }

    /// No limit is more than any.
    private static boolean grows(OptionalLong now, OptionalLong target) {
        return now.isPresent() && target.isPresent() && target.getAsLong() > now.getAsLong();
    }

    private static List<Resize> ordered(List<Resize> containers, Comparator<Resize> by) {
        return containers.stream().sorted(by).toList();
    }

    private static long memoryGrowth(Resize resize) {
        Amounts given = resize.given();
        Amounts wanted = resize.wanted();
        return given.memoryLimitBytes() == wanted.memoryLimitBytes()
                ? wanted.memoryRequestBytes() - given.memoryRequestBytes()
                : wanted.memoryLimitBytes() - given.memoryLimitBytes();
    }

    private static long cpuGrowth(Resize resize) {
        Amounts given = resize.given();
        Amounts wanted = resize.wanted();
        return given.cpuLimitMillis() == wanted.cpuLimitMillis()
                ? wanted.cpuRequestMillis() - given.cpuRequestMillis()
                : wanted.cpuLimitMillis() - given.cpuLimitMillis();
    }

    /// What it has by now.
    private Amounts given(Resize resize) {
        return given.containers().getOrDefault(resize.container().id(), resize.given());
    }

    private void update(Resize resize, Amounts amounts) {
        var place = new ContainerConfig.Place(
                Map.of(),
                Map.of(),
                services.volumes().podFolder(pod.uid()),
                services.volumes().profiles(),
                List.of(),
                Optional.empty());
        var config = new ContainerConfig(pod, resize.plan(), services.host(), place);
        services.runtime().updateContainer(resize.container().id(), config.resources(amounts));
        given = given.with(resize.container().id(), amounts);
    }

    private void limit(Limits limits) throws IOException {
        if (groups().isPresent()) {
            groups().get().resize(group, limits);
        }
    }

    /// Why memory cannot be limited to less than is used now. Upstream: validateMemoryResizeAction.
    private Optional<String> tooSmall(Resizes resizes, Limits target, Optional<Limits> current) {
        var errors = new ArrayList<String>();
        OptionalLong now = current.map(Limits::memoryBytes).orElse(OptionalLong.empty());
        if (groups().isPresent()
                && current.isPresent()
                && shrinks(now.orElse(0), target.memoryBytes().orElse(0))) {
            OptionalLong used = groups().get().memoryUsedBytes(group);
            long limit = target.memoryBytes().getAsLong();
            if (used.isEmpty()) {
                errors.add("missing pod memory usage");
            } else if (used.getAsLong() >= limit) {
                errors.add("attempting to set pod memory limit (%d) below current usage (%d)"
                        .formatted(limit, used.getAsLong()));
            }
        }
        for (Resize resize : resizes.containers()) {
            long limit = resize.wanted().memoryLimitBytes();
            if (shrinks(resize.given().memoryLimitBytes(), limit)) {
                tooSmall(resize, limit).ifPresent(errors::add);
            }
        }
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of("cannot decrease memory limits: "
                        + (errors.size() == 1 ? errors.getFirst() : "[" + String.join(", ", errors) + "]"));
    }

    private Optional<String> tooSmall(Resize resize, long limit) {
        String name = resize.plan().name();
        OptionalLong used = services.runtime().memoryBytes(resize.container().id());
        if (used.isEmpty()) {
            return Optional.of("missing container \"%s\" memory usage".formatted(name));
        }
        return used.getAsLong() < limit
                ? Optional.empty()
                : Optional.of("attempting to set container \"%s\" memory limit (%d) below current usage (%d)"
                        .formatted(name, limit, used.getAsLong()));
    }

    /// @param nowBytes 0 stands for no limit
    private static boolean shrinks(long nowBytes, long limitBytes) {
        return limitBytes != 0 && (nowBytes == 0 || limitBytes < nowBytes);
    }

    /// What the group of a pod is limited to. Version 2 has weights that tell requests only roughly: there
    /// none is told.
    static Optional<Held> held(PodServices services, PodPlan pod) {
        return services.host()
                .groups()
                .flatMap(groups -> groups.limits(GroupName.ofPod(pod.qos(), pod.uid()))
                        .map(limits -> new Held(
                                limits.memoryBytes().orElse(0),
                                ResourceRule.millisOfQuota(limits.quotaMicros().orElse(0), ResourceRule.PERIOD_MICROS),
                                groups.unified() ? 0 : ResourceRule.millisOfShares(limits.shares()))));
    }
}
