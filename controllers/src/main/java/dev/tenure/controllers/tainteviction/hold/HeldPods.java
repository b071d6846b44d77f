package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// The pods that policies hold, in the order in which they came, and who of them is to be asked for when.
/// Those that wait for the same, the turn of a policy or the answer to another pod of their owner, stand in
/// one line: when it has come, the first of them is asked for, and mostly it was for that one only, so that
/// nobody looks at the others. Confined to one loop.
final class HeldPods {
    /// A pod that is held.
    ///
    /// @param due when it should have left, whenever that was noticed
    /// @param line what it waits for together with others; empty for nothing
    /// @param next when another taint makes the pod leave, or a policy holds it no longer
    /// @param end when the hold ends by itself, where that is known
    record Held(
            EvictionOrder order,
            StoredObject pod,
            Tick due,
            EvictionHold hold,
            String line,
            Optional<Tick> next,
            Optional<Tick> end) {}

    /// @param place in the order of coming
    private record Entry(long place, Held held) {}

    private final Map<String, Entry> byUid = new LinkedHashMap<>();
    private final Map<String, NavigableMap<Long, String>> lines = new HashMap<>();
    /// Moments at which to look at a line, no later than its turn comes.
    private final Agenda turns = new Agenda();
    /// Moments of single pods, by their uids.
    private final Agenda moments = new Agenda();
    /// When the turn of somebody's line comes.
    private final Function<Held, Optional<Tick>> turn;

    private long places;

    HeldPods(Function<Held, Optional<Tick>> turn) {
        this.turn = turn;
    }

    /// What is to be looked at, by when; each name once.
    private static final class Agenda {
        private final Map<String, Tick> byName = new HashMap<>();
        private final NavigableMap<Tick, Set<String>> byTick = new TreeMap<>();

        void set(String name, Optional<Tick> when) {
            Tick before = byName.remove(name);
            if (before != null) {
                byTick.computeIfPresent(before, (_, names) -> {
                    names.remove(name);
                    return names.isEmpty() ? null : names;
                });
            }
            when.ifPresent(tick -> {
                byName.put(name, tick);
                byTick.computeIfAbsent(tick, _ -> new LinkedHashSet<>()).add(name);
            });
        }

        Optional<Tick> first() {
            return byTick.isEmpty() ? Optional.empty() : Optional.of(byTick.firstKey());
        }

        List<String> until(Tick now) {
            return byTick.headMap(now, true).values().stream()
                    .flatMap(Set::stream)
                    .toList();
        }
    }

    boolean isEmpty() {
        return byUid.isEmpty();
    }

    Optional<Held> get(String uid) {
        return Optional.ofNullable(byUid.get(uid)).map(Entry::held);
    }

    /// In the order in which they came.
    Collection<Held> all() {
        return byUid.values().stream().map(Entry::held).toList();
    }

    /// @return how it was held before
    Optional<Held> put(Held now) {
        String uid = now.pod().uid();
        Entry before = byUid.get(uid);
        long place = before == null ? places++ : before.place();
        if (before != null) {
            leaveLine(before);
        }
        byUid.put(uid, new Entry(place, now));
        if (!now.line().isEmpty()) {
            lines.computeIfAbsent(now.line(), _ -> new TreeMap<>()).put(place, uid);
            turns.set(now.line(), turn.apply(now));
        }
        moments.set(uid, now.next());
        return Optional.ofNullable(before).map(Entry::held);
    }

    Optional<Held> remove(String uid) {
        Entry gone = byUid.remove(uid);
        if (gone != null) {
            leaveLine(gone);
            moments.set(uid, Optional.empty());
        }
        return Optional.ofNullable(gone).map(Entry::held);
    }

    private void leaveLine(Entry entry) {
        String line = entry.held().line();
        lines.computeIfPresent(line, (_, members) -> {
            members.remove(entry.place());
            return members.isEmpty() ? null : members;
        });
        if (!lines.containsKey(line)) {
            turns.set(line, Optional.empty());
        }
    }

    /// The turn of a line may come sooner than it was known to.
    void turnChanged(String line) {
        first(line).ifPresent(held -> turns.set(line, turn.apply(held)));
    }

    private Optional<Held> first(String line) {
        return Optional.ofNullable(lines.get(line))
                .flatMap(members -> get(members.firstEntry().getValue()));
    }

    /// When somebody is to be asked for.
    Optional<Tick> nextMoment() {
        Optional<Tick> single = moments.first();
        return turns.first()
                .filter(tick -> single.isEmpty() || single.get().isAfter(tick))
                .or(() -> single);
    }

    /// Asks for those whose turn or moment has come, in the order in which they came.
    ///
    /// @param ask may put and remove pods
    void askDue(Tick now, Consumer<Held> ask) {
        var next = new PriorityQueue<Asked>(Comparator.comparingLong(Asked::place));
        for (String uid : moments.until(now)) {
            Optional.ofNullable(byUid.get(uid)).ifPresent(entry -> next.add(new Asked(entry.place(), uid, "")));
        }
        List<String> looked = turns.until(now);
        looked.forEach(line -> following(line, -1).ifPresent(next::add));
        for (Asked asked = next.poll(); asked != null; asked = next.poll()) {
            if (asked.line().isEmpty()) {
                get(asked.uid()).ifPresent(ask);
            } else if (isDue(asked.line(), now)) {
                get(asked.uid()).ifPresent(ask);
                following(asked.line(), asked.place()).ifPresent(next::add);
            }
        }
        new ArrayList<>(looked).forEach(this::turnChanged);
    }

    /// Somebody who is to be asked for.
    ///
    /// @param line in which it stands; empty for one whose own moment it is
    private record Asked(long place, String uid, String line) {}

    private Optional<Asked> following(String line, long place) {
        return Optional.ofNullable(lines.get(line))
                .map(members -> members.higherEntry(place))
                .map(member -> new Asked(member.getKey(), member.getValue(), line));
    }

    private boolean isDue(String line, Tick now) {
        return first(line).flatMap(turn).filter(tick -> !tick.isAfter(now)).isPresent();
    }
}
