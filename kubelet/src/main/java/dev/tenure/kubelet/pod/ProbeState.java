package dev.tenure.kubelet.pod;

import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the probes of one pod's containers have said, and when each is due next. Confined to one loop.
/// Upstream: prober/worker.go, prober/results.
public final class ProbeState {
    public enum Kind {
        STARTUP("Startup"),
        LIVENESS("Liveness"),
        READINESS("Readiness");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /// The word in events.
        public String word() {
            return word;
        }
    }

    /// One probe that is due.
    public record Due(RunContainer container, ContainerPlan plan, Kind kind, ProbePlan probe) {}

    private static final class Worker {
        private final Due due;
        private Tick next;
        private boolean underWay;
        private boolean result;
        private boolean lastAnswer;
        private int run;
        private boolean decided;

        private Worker(Due due, Tick next) {
            this.due = due;
            this.next = next;
            this.result = due.kind() == Kind.LIVENESS;
        }
    }

    private final Map<String, Map<Kind, Worker>> byContainer = new HashMap<>();

    /// Takes note of the containers that run now; probes of new ones begin, those of others end.
    public void running(PodPlan pod, PodSeen seen, Tick now) {
        var alive = new ArrayList<String>();
        for (ContainerPlan plan : pod.containers()) {
            Optional<RunContainer> container = seen.container(plan.name()).filter(RunContainer::running);
            if (container.isPresent()) {
                alive.add(container.get().id());
                byContainer.computeIfAbsent(container.get().id(), _ -> workers(plan, container.get(), now));
            }
        }
        byContainer.keySet().retainAll(alive);
    }

    private static Map<Kind, Worker> workers(ContainerPlan plan, RunContainer container, Tick now) {
        var probes = new EnumMap<Kind, Optional<ProbePlan>>(Kind.class);
        probes.put(Kind.STARTUP, plan.probes().startup());
        probes.put(Kind.LIVENESS, plan.probes().liveness());
        probes.put(Kind.READINESS, plan.probes().readiness());
        var workers = new EnumMap<Kind, Worker>(Kind.class);
        probes.forEach((kind, wanted) -> wanted.ifPresent(probe ->
                workers.put(kind, new Worker(new Due(container, plan, kind, probe), now.plus(probe.initialDelay())))));
        return workers;
    }

    /// The pod is asked to end: nobody asks any more whether its containers have started and live, only
    /// whether they are ready. Upstream: prober_manager.go (StopLivenessAndStartup).
    public void ending() {
        for (Map<Kind, Worker> workers : byContainer.values()) {
            workers.remove(Kind.STARTUP);
            workers.remove(Kind.LIVENESS);
        }
    }

    /// The probes to be carried out now; each is counted as under way until it is answered.
    public List<Due> takeDue(Tick now) {
        var taken = new ArrayList<Due>();
        for (Map<Kind, Worker> workers : byContainer.values()) {
            boolean started = started(workers);
            for (Worker worker : workers.values()) {
                boolean turn = started != (worker.due.kind() == Kind.STARTUP);
                if (turn && !worker.underWay && !worker.next.isAfter(now)) {
                    worker.underWay = true;
                    worker.next = now.plus(worker.due.probe().period());
                    taken.add(worker.due);
                }
            }
        }
        return taken;
    }

    public Optional<Tick> next() {
        Tick earliest = null;
        for (Map<Kind, Worker> workers : byContainer.values()) {
            boolean started = started(workers);
            for (Worker worker : workers.values()) {
                boolean turn = started != (worker.due.kind() == Kind.STARTUP);
                if (turn && !worker.underWay && (earliest == null || earliest.isAfter(worker.next))) {
                    earliest = worker.next;
                }
            }
        }
        return Optional.ofNullable(earliest);
    }

    private static boolean started(Map<Kind, Worker> workers) {
        Worker startup = workers.get(Kind.STARTUP);
        return startup == null || startup.result;
    }

    /// An answer came in.
    ///
    /// @param known whether it says anything
    /// @return whether the health of the container changed
    public boolean answered(Due due, boolean success, boolean known) {
        Worker worker = byContainer.getOrDefault(due.container().id(), Map.of()).get(due.kind());
        if (worker == null) {
            return false;
        }
        worker.underWay = false;
        if (!known) {
            return false;
        }
        worker.run = worker.lastAnswer == success ? worker.run + 1 : 1;
        worker.lastAnswer = success;
        int needed = success ? due.probe().successes() : due.probe().failures();
        if (worker.run < needed) {
            return false;
        }
        boolean changed = worker.result != success || !worker.decided;
        worker.result = success;
        worker.decided = true;
        return changed;
    }

    /// What is held of every running container that has probes, by its id.
    public Map<String, ContainerHealth> health() {
        var health = new HashMap<String, ContainerHealth>();
        byContainer.forEach((id, workers) -> {
            if (!workers.isEmpty()) {
                health.put(id, health(workers));
            }
        });
        return health;
    }

    private static ContainerHealth health(Map<Kind, Worker> workers) {
        boolean started = started(workers);
        Worker readiness = workers.get(Kind.READINESS);
        boolean ready = started && (readiness == null || readiness.result);
        for (Kind kind : List.of(Kind.STARTUP, Kind.LIVENESS)) {
            Worker worker = workers.get(kind);
            if (worker != null && worker.decided && !worker.result) {
                String name = worker.due.plan().name();
                String probe = kind.word().toLowerCase(Locale.ROOT);
                return new ContainerHealth(started, ready, true, "Container %s failed %s probe".formatted(name, probe));
            }
        }
        return new ContainerHealth(started, ready, false, "");
    }
}
