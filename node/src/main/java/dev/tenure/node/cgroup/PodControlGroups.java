package dev.tenure.node.cgroup;

import dev.tenure.model.core.Pod;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The control groups of this machine's pods: makes them, limits them, reads what they use, takes them away.
/// Safe for use by several threads.
public final class PodControlGroups {
    /// Parts of a version 1 machine that pods are put in.
    private static final List<String> CONTROLLERS =
            List.of("cpu", "cpuacct", "memory", "pids", "cpuset", "blkio", "freezer", "devices", "hugetlb");

    private static final String WANTED_V2 = "+cpu +memory +pids +cpuset +io";
    private static final String PROCESSES = "cgroup.procs";
    private static final String KILLED_WHOLE = "memory.oom.group";
    /// There only when the kernel counts swap.
    private static final String SWAP = "memory.swap.max";
    private static final int KILL_ROUNDS_MAX = 5;
    private static final long UNLIMITED_BYTES_MIN = 1L << 60;

    private final Path root;
    private final boolean unified;
    private final boolean systemd;
    private final GroupName above;
    private final Optional<SliceUnits> units;

    private PodControlGroups(Path root, boolean unified, boolean systemd, GroupName above, Optional<SliceUnits> units) {
        this.root = root;
        this.unified = unified;
        this.systemd = systemd;
        this.above = above;
        this.units = units;
    }

    /// @param root `/sys/fs/cgroup`
    /// @param systemd whether groups are named as systemd does
    public static PodControlGroups at(Path root, boolean systemd) {
        return new PodControlGroups(
                root, Files.exists(root.resolve("cgroup.controllers")), systemd, GroupName.TOP, Optional.empty());
    }

    /// The same where systemd runs: groups are its slices, and limits stay because it knows them.
    public PodControlGroups through(SliceUnits slices) {
        return new PodControlGroups(root, unified, true, above, Optional.of(slices));
    }

    /// The same below another group, which has to be there: two agents on one machine then know nothing of
    /// each other's pods.
    ///
    /// @param path as the group driver writes it, for example `/trial` or `/trial.slice`
    /// @throws IOException when there is no such group
    public PodControlGroups below(String path) throws IOException {
        var groups = new PodControlGroups(root, unified, systemd, GroupName.parse(path, systemd), units);
        Path folder = groups.folder("memory", GroupName.TOP);
        if (!Files.isDirectory(folder)) {
            throw new IOException("cgroup root \"%s\" does not exist: there is no %s".formatted(path, folder));
        }
        return groups;
    }

    /// Whether the machine has control groups version 2 alone.
    public boolean unified() {
        return unified;
    }

    /// Makes the groups of all tiers.
    public void prepare() throws IOException {
        make(GroupName.pods());
        for (QosClass tier : List.of(QosClass.BURSTABLE, QosClass.BEST_EFFORT)) {
            make(GroupName.tier(tier));
        }
        limit(GroupName.tier(QosClass.BEST_EFFORT), Limits.ofShares(ResourceRule.SHARES_MIN));
    }

    /// Limits all pods together.
    ///
    /// @throws IOException when the kernel refuses, as it does on version 1 while they use more
    public void enforce(Limits allocatable) throws IOException {
        limit(GroupName.pods(), allocatable);
    }

    /// Where all pods are, as the group driver writes it.
    public String podsPath() {
        return path(GroupName.pods());
    }

    /// Shares of the burstable tier, which follow the requests of its pods.
    ///
    /// @param burstableMillis thousandths of a CPU that these ask for together
    public void share(long burstableMillis) throws IOException {
        limit(GroupName.tier(QosClass.BURSTABLE), Limits.ofShares(ResourceRule.shares(burstableMillis)));
    }

    /// Makes the group of a pod.
    ///
    /// @return what the runtime gets as parent of the pod's containers
    public String make(Pod pod, OptionalLong pidsMax) throws IOException {
        GroupName name = GroupName.ofPod(QosRule.of(pod), pod.meta().uid());
        make(name);
        limit(name, ResourceRule.ofPod(pod).withTasks(pidsMax));
        return path(name);
    }

    /// The same when the group is not there yet: one that is keeps its limits.
    ///
    /// @return what the runtime gets as parent of the pod's containers
    public String keep(Pod pod, OptionalLong pidsMax) throws IOException {
        GroupName name = GroupName.ofPod(QosRule.of(pod), pod.meta().uid());
        return Files.isDirectory(folder("memory", name)) ? path(name) : make(pod, pidsMax);
    }

    /// Changes limits of a pod's group; what is absent stays.
    ///
    /// @throws IOException when the kernel refuses, for example less memory than is used
    public void resize(GroupName name, Limits limits) throws IOException {
        limit(name, limits);
    }

    /// The limits of a group as the kernel has them.
    ///
    /// @return empty when the group is gone
    public Optional<Limits> limits(GroupName name) {
        Path cpu = folder("cpu", name);
        Path memory = folder("memory", name);
        try {
            long shares;
            String[] quota;
            if (unified) {
                shares = ResourceRule.sharesOfWeight(number(cpu.resolve("cpu.weight")));
                quota = Files.readString(cpu.resolve("cpu.max")).strip().split(" ");
            } else {
                shares = number(cpu.resolve("cpu.shares"));
                quota = new String[] {
                    Files.readString(cpu.resolve("cpu.cfs_quota_us")).strip()
                };
            }
            String bytes = Files.readString(memory.resolve(unified ? "memory.max" : "memory.limit_in_bytes"))
                    .strip();
            return Optional.of(new Limits(shares, limit(quota[0]), limit(bytes), OptionalLong.empty()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// How much memory a group uses, caches included; absent when that cannot be read.
    public OptionalLong memoryUsedBytes(GroupName name) {
        try {
            return OptionalLong.of(
                    number(folder("memory", name).resolve(unified ? "memory.current" : "memory.usage_in_bytes")));
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    /// Version 1 writes no limit of memory as the largest number of pages, and no quota as -1.
    private static OptionalLong limit(String written) {
        if (written.equals("max")) {
            return OptionalLong.empty();
        }
        long limit = Long.parseLong(written);
        return limit < 0 || limit > UNLIMITED_BYTES_MIN ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    private String path(GroupName name) {
        return above.child(name).path(systemd);
    }

    private String slice(GroupName name) {
        String path = path(name);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private String sliceAbove(GroupName name) {
        String[] parts = path(name).split("/");
        return parts.length > 2 ? parts[parts.length - 2] : "-" + GroupName.SLICE;
    }

    private void make(GroupName name) throws IOException {
        if (units.isPresent()) {
            units.get().make(slice(name), sliceAbove(name), unified);
        }
        if (unified) {
            Path group = root;
            for (Path part : Path.of(path(name).substring(1))) {
                delegate(group);
                group = Files.createDirectories(group.resolve(part));
            }
            delegate(group);
            return;
        }
        for (String controller : CONTROLLERS) {
            if (Files.isDirectory(root.resolve(controller))) {
                Path group = root.resolve(controller);
                for (Path part : Path.of(path(name).substring(1))) {
                    Path parent = group;
                    group = Files.createDirectories(group.resolve(part));
                    if (controller.equals("cpuset")) {
                        inherit(parent, group, "cpuset.cpus");
                        inherit(parent, group, "cpuset.mems");
                    }
                }
            }
        }
    }

    private static void inherit(Path parent, Path child, String file) throws IOException {
        if (Files.readString(child.resolve(file)).isBlank()) {
            Files.write(child.resolve(file), Files.readAllBytes(parent.resolve(file)));
        }
    }

    private static void delegate(Path group) {
        for (String controller : WANTED_V2.split(" ")) {
            try {
                Files.writeString(group.resolve("cgroup.subtree_control"), controller);
            } catch (IOException _) {
                // a controller that this machine does not have
            }
        }
    }

    private void limit(GroupName name, Limits limits) throws IOException {
        if (units.isPresent()) {
            units.get().limit(slice(name), limits, unified);
        }
        Path cpu = folder("cpu", name);
        if (unified) {
            write(cpu.resolve("cpu.weight"), ResourceRule.weight(limits.shares()));
            if (limits.quotaMicros().isPresent()) {
                Files.writeString(cpu.resolve("cpu.max"), quota(limits) + " " + ResourceRule.PERIOD_MICROS);
            }
        } else {
            write(cpu.resolve("cpu.shares"), limits.shares());
            if (limits.quotaMicros().isPresent()) {
                write(cpu.resolve("cpu.cfs_quota_us"), quota(limits));
            }
        }
        if (limits.memoryBytes().isPresent()) {
            String file = unified ? "memory.max" : "memory.limit_in_bytes";
            write(folder("memory", name).resolve(file), limits.memoryBytes().getAsLong());
        }
        if (limits.tasks().isPresent()) {
            write(folder("pids", name).resolve("pids.max"), limits.tasks().getAsLong());
        }
    }

    private long quota(Limits limits) {
        long quota = limits.quotaMicros().orElseThrow();
        return units.isPresent() ? ResourceRule.keptQuotaMicros(quota) : quota;
    }

    /// What the runtime writes to files of a container's own group, by name, beside its limits: want of
    /// memory ends the container whole, and containers do not swap. Empty on version 1.
    public Map<String, String> containerFiles() {
        if (!unified) {
            return Map.of();
        }
        return Files.exists(folder("memory", GroupName.pods()).resolve(SWAP))
                ? Map.of(KILLED_WHOLE, "1", SWAP, "0")
                : Map.of(KILLED_WHOLE, "1");
    }

    private static void write(Path file, long value) throws IOException {
        if (Files.exists(file)) {
            Files.writeString(file, String.valueOf(value));
        }
    }

    /// The folder of a group.
    ///
    /// @param controller `memory`, `cpu`, …; without meaning on version 2
    public Path folder(String controller, GroupName name) {
        Path below = unified ? root : root.resolve(controller);
        return below.resolve(path(name).substring(1));
    }

    /// The pods that have groups, with their classes; what an agent that is gone has left included.
    public List<GroupName> podGroups() {
        var found = new ArrayList<GroupName>();
        for (QosClass qos : QosClass.values()) {
            try (Stream<Path> children = Files.list(folder("memory", GroupName.tier(qos)))) {
                children.map(child -> uid(qos, child.getFileName().toString()))
                        .flatMap(Optional::stream)
                        .forEach(uid -> found.add(GroupName.ofPod(qos, uid)));
            } catch (IOException _) {
                // no pod of this class was here yet
            }
        }
        return found;
    }

    private Optional<String> uid(QosClass qos, String folder) {
        String any = path(GroupName.ofPod(qos, "")).replaceFirst(".*/", "");
        String before = systemd ? any.substring(0, any.length() - GroupName.SLICE.length()) : any;
        if (!folder.startsWith(before)) {
            return Optional.empty();
        }
        String rest = folder.substring(before.length());
        return systemd
                ? rest.endsWith(GroupName.SLICE)
                        ? Optional.of(rest.substring(0, rest.length() - GroupName.SLICE.length())
                                .replace('_', '-'))
                        : Optional.empty()
                : Optional.of(rest);
    }

    /// Kills what is left in a pod's groups and takes them away; groups that are gone are no error.
    public void remove(GroupName name) {
        folders(name).forEach(PodControlGroups::kill);
        units.ifPresent(all -> all.end(slice(name)));
        for (int round = 0; round < KILL_ROUNDS_MAX; round++) {
            List<Path> folders = folders(name);
            if (folders.isEmpty()) {
                return;
            }
            folders.forEach(PodControlGroups::kill);
            folders.forEach(PodControlGroups::removeEmpty);
        }
    }

    private List<Path> folders(GroupName name) {
        List<String> controllers = unified ? List.of("") : CONTROLLERS;
        return controllers.stream()
                .map(controller -> folder(controller, name))
                .filter(Files::isDirectory)
                .toList();
    }

    private static void kill(Path group) {
        try (Stream<Path> tree = Files.walk(group)) {
            for (Path processes : tree.filter(path -> path.endsWith(PROCESSES)).toList()) {
                for (String pid : Files.readAllLines(processes)) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException | UncheckedIOException _) {
            return;
        }
    }

    private static void removeEmpty(Path group) {
        try (Stream<Path> tree = Files.walk(group)) {
            for (Path folder : tree.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException | UncheckedIOException _) {
            return;
        }
    }
}
