package dev.tenure.plan.resilience;

import dev.tenure.model.core.Volume;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.rules.fit.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Counts what comes of one loss. Confined to one thread; emptied for the next loss.
final class LossTally {
    private final LossGround ground;
    private final int[] healthy;
    private final int[] fewestHealthy;
    private final int[] ready;
    private final int[] fewestReady;
    private final TreeSet<Integer> touchedGuards = new TreeSet<>();
    private final TreeSet<Integer> touchedFronts = new TreeSet<>();
    private final List<String> notes = new ArrayList<>();
    private Resources missing = Resources.NONE;
    private int evicted;
    private int replaced;
    private int pending;
    private int lost;
    private int dataLost;
    private int kept;

    LossTally(LossGround ground) {
        this.ground = ground;
        healthy = ground.guards().stream().mapToInt(LossGround.Guard::healthy).toArray();
        fewestHealthy = healthy.clone();
        ready = ground.fronts().stream().mapToInt(LossGround.Front::ready).toArray();
        fewestReady = ready.clone();
    }

    /// Forgets the loss that was counted.
    void clear() {
        for (int guard : touchedGuards) {
            healthy[guard] = ground.guards().get(guard).healthy();
            fewestHealthy[guard] = healthy[guard];
        }
        for (int front : touchedFronts) {
            ready[front] = ground.fronts().get(front).ready();
            fewestReady[front] = ready[front];
        }
        touchedGuards.clear();
        touchedFronts.clear();
        notes.clear();
        missing = Resources.NONE;
        evicted = 0;
        replaced = 0;
        pending = 0;
        lost = 0;
        dataLost = 0;
        kept = 0;
    }

    /// A pod ceases to count as healthy, or one that takes its place begins to.
    void turn(Standing.Counted counted, boolean toHealthy) {
        int by = toHealthy ? 1 : -1;
        for (int guard : counted.budgets()) {
            touchedGuards.add(guard);
            healthy[guard] += by;
            fewestHealthy[guard] = Math.min(fewestHealthy[guard], healthy[guard]);
        }
        for (int front : counted.services()) {
            touchedFronts.add(front);
            ready[front] += by;
            fewestReady[front] = Math.min(fewestReady[front], ready[front]);
        }
    }

    /// How many pods of a budget are healthy.
    int healthy(int guard) {
        return healthy[guard];
    }

    void leaves(Standing pod) {
        evicted++;
        boolean local = pod.pod().spec().volumes().stream()
                .anyMatch(volume -> volume.source() instanceof Volume.Source.EmptyDir);
        dataLost += local ? 1 : 0;
        lost += pod.successor() instanceof Successor.Missing ? 1 : 0;
    }

    void replaced() {
        replaced++;
    }

    /// Another pod than this one finds no room.
    void pending(Standing pod) {
        pending++;
        missing = missing.plus(pod.asks());
    }

    /// There is none in its place before it is gone, whatever room there is.
    void waitsForItsEnd() {
        pending++;
    }

    void kept() {
        kept++;
    }

    void note(String note) {
        notes.add(note);
    }

    /// @param before notes of every loss
    Loss loss(Loss.Event event, List<String> before) {
        int broken = 0;
        for (int guard : touchedGuards) {
            int desired = ground.guards().get(guard).budget().status().desiredHealthy();
            int first = ground.guards().get(guard).healthy();
            broken += fewestHealthy[guard] < desired && fewestHealthy[guard] < first ? 1 : 0;
        }
        List<String> silent = touchedFronts.stream()
                .filter(front -> ground.fronts().get(front).ready() > 0 && fewestReady[front] == 0)
                .map(front -> ground.fronts().get(front).name())
                .toList();
        var all = new ArrayList<>(before);
        all.addAll(notes);
        var summary = new Summary(evicted, replaced, pending, broken, lost, dataLost);
        return new Loss(event, Optional.of(summary), kept, silent, missing, all);
    }
}
