package dev.tenure.controllers.statefulset;

import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which pods of a stateful set are made and which go. In order, one step is taken at a time, and none while
/// a pod before it is not well. Pure. Upstream: stateful_set_control.go (updateStatefulSet).
final class StatefulRule {
    /// Names the revision that a pod was made of.
    static final String REVISION_LABEL = "controller-revision-hash";
    /// So many are made in one step at most, of a set that may want two thousand million.
    private static final int CREATE_MAX = 4_096;

    private final View view;
    /// By their numbers.
    private final Map<Integer, Pod> wanted = new TreeMap<>();
    private final List<Pod> surplus = new ArrayList<>();
    private final List<Integer> create = new ArrayList<>();
    private final List<Pod> delete = new ArrayList<>();

    /// What the decision rests on.
    ///
    /// @param pods those that the set controls, those included that are on their way out
    /// @param current name of the revision that was whole last
    /// @param update name of the newest revision
    record View(StatefulSet set, List<Pod> pods, String current, String update, ClockReading clock) {}

    /// @param create numbers of pods
    record Plan(List<Integer> create, List<Pod> delete) {}

    private StatefulRule(View view) {
        this.view = view;
        int start = view.set().start();
        long end = view.set().end();
        for (Pod pod : view.pods()) {
            int ordinal = Ordinals.of(pod);
            if (ordinal >= start && ordinal < end) {
                wanted.put(ordinal, pod);
            } else {
                surplus.add(pod);
            }
        }
        surplus.sort(Comparator.comparingInt((Pod pod) -> Ordinals.of(pod)).reversed());
    }

    static Plan decide(View view) {
        var rule = new StatefulRule(view);
        if (!view.set().meta().deleting() && rule.fill() && rule.shrink()) {
            rule.update();
        }
        return new Plan(rule.create, rule.delete);
    }

    /// @return whether the next steps may be taken
    private boolean fill() {
        return view.set().parallel() ? fillAtOnce() : fillInOrder();
    }

    private boolean fillAtOnce() {
        wanted.values().stream()
                .filter(pod -> PodRule.terminal(pod) && !pod.meta().deleting())
                .forEach(delete::add);
        for (long ordinal = view.set().start(); ordinal < end() && create.size() < CREATE_MAX; ordinal++) {
            if (!wanted.containsKey((int) ordinal)) {
                create.add((int) ordinal);
            }
        }
        return true;
    }

    private boolean fillInOrder() {
        for (long ordinal = view.set().start(); ordinal < end(); ordinal++) {
            Pod pod = wanted.get((int) ordinal);
            if (pod == null) {
                create.add((int) ordinal);
                return false;
            }
            if (PodRule.terminal(pod)) {
                if (!pod.meta().deleting()) {
                    delete.add(pod);
                }
                return false;
            }
            if (!healthy(pod)) {
                return false;
            }
        }
        return true;
    }

    /// The number after the last one that a pod of the set can have.
    private long end() {
        return Math.min(view.set().end(), Integer.MAX_VALUE + 1L);
    }

    private boolean shrink() {
        boolean inOrder = !view.set().parallel();
        Optional<Pod> sick = firstSick();
        for (Pod pod : surplus) {
            if (pod.meta().deleting()) {
                if (inOrder) {
                    return false;
                }
                continue;
            }
            if (inOrder && !runningAndReady(pod) && sick.filter(pod::equals).isEmpty()) {
                return false;
            }
            delete.add(pod);
            if (inOrder) {
                return false;
            }
        }
        return true;
    }

    private Optional<Pod> firstSick() {
        return view.pods().stream()
                .filter(pod -> pod.meta().deleting() || !runningAndReady(pod))
                .min(Comparator.comparingInt(Ordinals::of));
    }

    /// Pods of an old revision go, the one with the largest number first; the next when that one is well
    /// again.
    private void update() {
        if (view.set().updatesOnDelete()) {
            return;
        }
        int first = Math.max(view.set().start(), view.set().partition().orElse(0));
        for (long ordinal = end() - 1; ordinal >= first; ordinal--) {
            Pod pod = wanted.get((int) ordinal);
            if (pod == null) {
                return;
            }
            if (!revision(pod).equals(view.update()) && !pod.meta().deleting()) {
                delete.add(pod);
                return;
            }
            if (!healthy(pod)) {
                return;
            }
        }
    }

    /// The name of the revision from which a pod with this number is made.
    static String revisionFor(View view, int ordinal) {
        StatefulSet set = view.set();
        if (view.current().equals(view.update()) || set.updatesOnDelete()) {
            return view.update();
        }
        boolean old = set.partition().orElse(0) > 0
                ? ordinal < set.partition().getAsInt()
                : ordinal < (long) set.start() + set.status().current();
        return old ? view.current() : view.update();
    }

    static String revision(Pod pod) {
        return pod.meta().labels().getOrDefault(REVISION_LABEL, "");
    }

    private boolean healthy(Pod pod) {
        return !pod.meta().deleting()
                && runningAndReady(pod)
                && PodRule.available(pod, view.set().minReadySeconds(), view.clock());
    }

    static boolean runningAndReady(Pod pod) {
        return pod.status().phase() == PodPhase.RUNNING && PodRule.ready(pod);
    }
}
