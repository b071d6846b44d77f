package dev.tenure.controllers.nodelifecycle.zone;

import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All zones, each with its health and its queue, and what follows when their health changes. Confined to
/// one loop. Upstream: handleDisruption.
public final class ZonesState {
    /// What the change of the zones' health means for all nodes.
    public enum Turn {
        /// Nothing beyond new rates.
        ORDINARY,
        /// All zones are down: the fault is taken to be ours, all NoExecute taints for it are to be taken
        /// off.
        ALL_DOWN,
        /// They were all down and no longer are: every node is to count as heard of just now.
        BACK
    }

    /// One zone as others may see it.
    ///
    /// @param rate nodes per second that may be tainted
    /// @param waiting nodes that wait for their taint
    public record ZoneView(String key, ZoneHealth health, ZoneCount count, double rate, int waiting) {}

    private static final class Zone {
        private ZoneHealth health = ZoneHealth.INITIAL;
        private ZoneCount count = ZoneCount.NONE;
        private final ZoneQueue queue;

        private Zone(ZoneQueue queue) {
            this.queue = queue;
        }
    }

    private final ZoneHealthRule.Settings settings;
    private final Map<String, Zone> zones = new LinkedHashMap<>();

    public ZonesState(ZoneHealthRule.Settings settings) {
        this.settings = settings;
    }

    /// Knows a zone from now on; one that is new starts at the rate of a healthy zone.
    public ZoneQueue queue(String key, Tick now) {
        return zones.computeIfAbsent(key, _ -> new Zone(new ZoneQueue(settings.evictionRate(), now))).queue;
    }

    /// The queues that have to be asked, with their zones.
    public Map<String, ZoneQueue> queues() {
        var queues = new LinkedHashMap<String, ZoneQueue>();
        zones.forEach((key, zone) -> queues.put(key, zone.queue));
        return queues;
    }

    public List<ZoneView> view() {
        var view = new ArrayList<ZoneView>();
        zones.forEach((key, zone) ->
                view.add(new ZoneView(key, zone.health, zone.count, zone.queue.rate(), zone.queue.size())));
        return view;
    }

    /// When some queue is worth asking again.
    public Optional<Tick> nextTake(Tick now) {
        Optional<Tick> first = Optional.empty();
        for (Zone zone : zones.values()) {
            Optional<Tick> next = zone.queue.nextTake(now);
            if (next.isPresent() && (first.isEmpty() || first.get().isAfter(next.get()))) {
                first = next;
            }
        }
        return first;
    }

    /// Takes in the counts of one pass over all nodes and sets the rates.
    ///
    /// @param counts by zone; a zone without a node that counts is missing, and keeps its rate as long as
    ///     nodes wait in it
    public Turn update(Map<String, ZoneCount> counts, Tick now) {
        counts.keySet().forEach(key -> queue(key, now));
        zones.entrySet()
                .removeIf(zone -> !counts.containsKey(zone.getKey())
                        && zone.getValue().queue.isForgotten());
        boolean allWereDown = zones.entrySet().stream()
                .filter(zone -> counts.containsKey(zone.getKey()))
                .allMatch(zone -> zone.getValue().health == ZoneHealth.FULL_DISRUPTION);
        var next = new LinkedHashMap<String, ZoneHealth>();
        counts.forEach((key, count) -> next.put(key, ZoneHealthRule.health(count, settings)));
        boolean allAreDown = next.values().stream().allMatch(health -> health == ZoneHealth.FULL_DISRUPTION);
        Turn turn = turn(allWereDown, allAreDown);
        zones.forEach((key, zone) -> {
            ZoneHealth health = next.getOrDefault(key, ZoneHealth.INITIAL);
            zone.count = counts.getOrDefault(key, ZoneCount.NONE);
            if (counts.containsKey(key)) {
                follow(turn, zone, health, now);
            }
            zone.health = health;
        });
        return turn;
    }

    private void follow(Turn turn, Zone zone, ZoneHealth health, Tick now) {
        switch (turn) {
            case ALL_DOWN -> zone.queue.setRate(0, now);
            case BACK -> adopt(zone, health, now);
            case ORDINARY -> {
                if (zone.health != health) {
                    adopt(zone, health, now);
                }
            }
        }
    }

    private static Turn turn(boolean allWereDown, boolean allAreDown) {
        if (allWereDown == allAreDown) {
            return Turn.ORDINARY;
        }
        return allAreDown ? Turn.ALL_DOWN : Turn.BACK;
    }

    private void adopt(Zone zone, ZoneHealth health, Tick now) {
        zone.queue.setRate(ZoneHealthRule.rate(health, zone.count, settings), now);
    }
}
