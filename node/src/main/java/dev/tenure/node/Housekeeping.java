package dev.tenure.node;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.configuration.HousekeepingSettings;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule.Unused;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.cri.ImageClient.Image;
import dev.tenure.node.cri.RuntimeUnavailableException;
import dev.tenure.node.garbage.ImageRecordsState;
import dev.tenure.node.garbage.LogFolders;
import dev.tenure.node.garbage.LogRotator;
import dev.tenure.node.stats.SummaryReader;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.SizeWords;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Keeps a node clean: ended containers and logs every minute, images every five, logs that grow every ten
/// seconds; and at once what pressure asks for. Confined to its loop.
final class Housekeeping {
    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getPackageName());
    private static final Duration CONTAINERS_EVERY = Duration.ofMinutes(1);
    private static final Duration IMAGES_EVERY = Duration.ofMinutes(5);
    private static final Duration LOGS_EVERY = Duration.ofSeconds(10);

    /// What it works with.
    ///
    /// @param node what events are about
    /// @param complete whether all pods of the node are known, so that any other is a stranger
    record Parts(
            AgentPart loop,
            PodServices services,
            SummaryReader reader,
            EventRecorder events,
            InvolvedObject node,
            BooleanSupplier complete) {}

    private final AgentPart loop;
    private final Parts parts;
    private final NodePods pods;
    private final HousekeepingSettings settings;
    private final LogFolders logs;
    private final PodRemains remains;
    private final LogRotator rotator;
    private final ImageRecordsState records = new ImageRecordsState();
    private final Tick began;
    private boolean rotating;
    private int failures;

    Housekeeping(Parts parts, NodePods pods, HousekeepingSettings settings) {
        this.loop = parts.loop();
        this.parts = parts;
        this.pods = pods;
        this.settings = settings;
        this.logs = new LogFolders(parts.services().host().logs());
        this.remains = new PodRemains(parts.services());
        this.rotator =
                new LogRotator(settings.logs(), id -> parts.services().runtime().reopenLog(id));
        this.began = loop.time().now();
    }

    /// Begins; to be called when the pods of this node are known.
    void start() {
        loop.takenUpBy(this::goOn);
        loop.run(this::goOn);
    }

    private void goOn() {
        everyMinute();
        look(_ -> {});
        loop.alarm("images", loop.time().now().plus(IMAGES_EVERY), this::everyFiveMinutes);
        everyTenSeconds();
    }

    /// Cleans up because the node runs short.
    void carryOut(Reclaim step, Runnable done) {
        switch (step) {
            case DEAD_CONTAINERS -> containers(true, done);
            case UNUSED_IMAGES -> allImages(done);
        }
    }

    private void everyMinute() {
        loop.alarm("collect", loop.time().now().plus(CONTAINERS_EVERY), this::everyMinute);
        containers(false, () -> {});
    }

    private void everyFiveMinutes() {
        loop.alarm("images", loop.time().now().plus(IMAGES_EVERY), this::everyFiveMinutes);
        look(unused -> {
            if (settings.images().active()) {
                outdated(unused);
            }
        });
    }

    private void everyTenSeconds() {
        loop.alarm("logs", loop.time().now().plus(LOGS_EVERY), this::everyTenSeconds);
        if (rotating || settings.logs().bytesMax() <= 0) {
            return;
        }
        Instant now = loop.time().wall();
        loop.work("logs", () -> rotate(now), outcome -> {
            rotating = false;
            if (outcome instanceof Outcome.Failed<Boolean>(Exception cause)) {
                LOG.log(System.Logger.Level.WARNING, "logs: {0}", cause.getMessage());
            }
        });
        rotating = true;
    }

    private boolean rotate(Instant now) {
        for (RunContainer container : Relist.of(parts.services().runtime()).containers()) {
            try {
                if (container.running()) {
                    rotator.rotate(container.id(), logs.of(container), now);
                }
            } catch (IOException | RuntimeUnavailableException e) {
                LOG.log(System.Logger.Level.WARNING, "log {0}: {1}", logs.of(container), e.toString());
            }
        }
        return true;
    }

    /// @param pressed whether room is needed: then pods that have ended keep nothing either
    private void containers(boolean pressed, Runnable done) {
        Set<String> staying = new HashSet<>();
        for (PodEntry entry : pods.entries()) {
            if (!entry.gone && (entry.life != PodLife.STOPPED || !pressed)) {
                staying.add(entry.uid());
            }
        }
        loop.work("clean-up", () -> removeDead(staying), outcome -> {
            switch (outcome) {
                case Outcome.Done<Set<String>>(Set<String> left) -> removeRemains(left, done);
                case Outcome.Failed<Set<String>>(Exception cause) -> {
                    // whoever waits for the room goes on whatever fails here
                    try {
                        warn("ContainerGCFailed", String.valueOf(cause.getMessage()));
                    } finally {
                        done.run();
                    }
                }
            }
        });
    }

    /// Of pods that are not known although all that there are would be: nobody else will ever take it away.
    ///
    /// @param left uids of pods of which nothing runs, but something is left
    private void removeRemains(Set<String> left, Runnable done) {
        Set<String> gone = new HashSet<>(left);
        gone.removeIf(uid -> pods.entry(uid).isPresent());
        if (gone.isEmpty() || !parts.complete().getAsBoolean()) {
            done.run();
            return;
        }
        loop.work("remains", () -> removed(gone), _ -> done.run());
    }

    private boolean removed(Set<String> gone) {
        for (String uid : gone) {
            try {
                logs.removePods(Set.of(uid));
                remains.remove(uid);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "what is left of pod {0} stays: {1}", uid, IoWords.of(e));
            }
        }
        return true;
    }

    /// @return uids of pods of which the runtime has nothing, but folders or control groups are left
    private Set<String> removeDead(Set<String> staying) throws IOException {
        Relist all = Relist.of(parts.services().runtime());
        List<RunContainer> dead =
                DeadContainersRule.containers(all.containers(), staying::contains, this::age, settings.containers());
        var left = new ArrayList<>(all.containers());
        for (RunContainer container : dead) {
            if (tried(() -> remove(container))) {
                left.remove(container);
                logs.remove(container);
            }
        }
        for (Sandbox sandbox : DeadContainersRule.sandboxes(all.sandboxes(), left, staying::contains)) {
            tried(() -> {
                parts.services().runtime().stopSandbox(sandbox.id());
                parts.services().runtime().removeSandbox(sandbox.id());
            });
        }
        Set<String> still = new HashSet<>(logs.pods());
        still.addAll(remains.found());
        left.forEach(container -> still.remove(container.podUid()));
        all.sandboxes().forEach(sandbox -> still.remove(sandbox.podUid()));
        return still;
    }

    private Duration age(Instant made) {
        return Duration.between(loop.time().asOfNow(made), loop.time().wall());
    }

    private void remove(RunContainer container) {
        if (container.state() == RunContainer.State.UNKNOWN) {
            parts.services().runtime().stopContainer(container.id(), Duration.ofSeconds(2));
        }
        parts.services().runtime().removeContainer(container.id());
    }

    private static boolean tried(Runnable removal) {
        try {
            removal.run();
            return true;
        } catch (RuntimeUnavailableException e) {
            LOG.log(System.Logger.Level.WARNING, "cleaning up: {0}", e.getMessage());
            return false;
        }
    }

    private record Stock(List<Image> images, List<RunContainer> containers) {}

    private void look(Consumer<List<Unused>> then) {
        loop.work("images", this::stock, outcome -> {
            switch (outcome) {
                case Outcome.Done<Stock>(Stock stock) ->
                    then.accept(records.seen(
                            stock.images(), stock.containers(), loop.time().steady()));
                case Outcome.Failed<Stock>(Exception cause) -> failed(String.valueOf(cause.getMessage()));
            }
        });
    }

    private Stock stock() {
        Instant before = loop.time().wall();
        List<Image> images = parts.services().images().images();
        parts.services()
                .access()
                .records()
                .keepOnly(images.stream().map(Image::id).collect(Collectors.toSet()), before);
        return new Stock(
                images,
                parts.services().runtime().containers("").stream()
                        .flatMap(listed -> whole(listed).stream())
                        .toList());
    }

    /// With its mounts, of which a list says nothing: images may be among them.
    private Optional<RunContainer> whole(RunContainer listed) {
        return parts.services().runtime().container(listed.id(), listed.sandboxId());
    }

    private void outdated(List<Unused> unused) {
        Instant now = loop.time().steady();
        List<Unused> old =
                ImageGarbageRule.outdated(unused, now, loop.time().now().since(began), settings.images());
        List<Unused> rest = new ArrayList<>(unused);
        rest.removeAll(old);
        remove(old, _ -> measure(rest, now));
    }

    /// Bytes that were freed by removing images.
    private record Freed(long bytes) {}

    private void measure(List<Unused> unused, Instant now) {
        loop.work("images", () -> parts.reader().images(now), outcome -> {
            switch (outcome) {
                case Outcome.Done<Optional<FsStats>>(Optional<FsStats> room) ->
                    room.ifPresentOrElse(fs -> byRoom(unused, fs, now), () -> failed("no numbers of the images' disk"));
                case Outcome.Failed<Optional<FsStats>>(Exception cause) -> failed(String.valueOf(cause.getMessage()));
            }
        });
    }

    private void byRoom(List<Unused> unused, FsStats room, Instant now) {
        long capacity = room.capacityBytes().orElse(0);
        long available = room.availableBytes().orElse(0);
        Optional<Integer> used = ImageGarbageRule.usedPercent(capacity, available);
        if (used.isEmpty()) {
            warn("InvalidDiskCapacity", "invalid capacity 0 on image filesystem");
            failed("invalid capacity 0 on image filesystem");
            return;
        }
        var excess = ImageGarbageRule.excess(capacity, available, settings.images());
        if (excess.isEmpty()) {
            failures = 0;
            return;
        }
        List<Unused> chosen = ImageGarbageRule.toFree(
                unused, now, excess.getAsLong(), settings.images().ageMin());
        remove(chosen, freed -> {
            if (freed.bytes() >= excess.getAsLong()) {
                failures = 0;
                return;
            }
            String message = ("Insufficient free disk space on the node's image filesystem (%d%% of %s used). Failed to"
                            + " free sufficient space by deleting unused images (freed %d bytes). Investigate disk usage,"
                            + " as it could be used by active images, logs, volumes, or other data.")
                    .formatted(used.get(), SizeWords.of(capacity), freed.bytes());
            warn("FreeDiskSpaceFailed", message);
            failed(message);
        });
    }

    private void allImages(Runnable done) {
        loop.work("images", this::stock, outcome -> {
            try {
                removeAll(outcome, done);
            } catch (RuntimeException | StackOverflowError e) {
                done.run();
                throw e;
            }
        });
    }

    private void removeAll(Outcome<Stock> outcome, Runnable done) {
        switch (outcome) {
            case Outcome.Done<Stock>(Stock stock) -> {
                Instant now = loop.time().steady();
                List<Unused> unused = records.seen(stock.images(), stock.containers(), now);
                Duration ageMin = settings.images().ageMin();
                remove(ImageGarbageRule.toFree(unused, now, Long.MAX_VALUE, ageMin), _ -> done.run());
            }
            case Outcome.Failed<Stock> _ -> done.run();
        }
    }

    private void remove(List<Unused> images, Consumer<Freed> then) {
        loop.work(
                "images",
                () -> {
                    long freed = 0;
                    for (Unused image : images) {
                        LOG.log(System.Logger.Level.INFO, "removing image {0}", image.id());
                        freed += tried(() -> parts.services().images().remove(image.id())) ? image.sizeBytes() : 0;
                    }
                    return new Freed(freed);
                },
                outcome -> then.accept(outcome instanceof Outcome.Done<Freed>(Freed freed) ? freed : new Freed(0)));
    }

    /// The first failure is only logged: right after the start numbers may be missing.
    private void failed(String message) {
        failures++;
        LOG.log(System.Logger.Level.WARNING, "images: {0}", message);
        if (failures > 1) {
            warn("ImageGCFailed", message);
        }
    }

    private void warn(String reason, String message) {
        parts.events().record(parts.node(), EventRecorder.Type.Warning, reason, message);
    }
}
