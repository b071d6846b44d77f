package dev.tenure.checks.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// What a server has acknowledged of one writer's objects, and the one write of each that it has not
/// answered. Used by one thread at a time.
final class AcknowledgedWrites {
    /// A state of an object; no value: it is not there.
    private record Expected(Optional<String> acknowledged, List<Optional<String>> possible) {}

    private final Map<String, Expected> objects = new TreeMap<>();
    private long revision;

    /// The value that the object has, as far as is known.
    Optional<String> value(String name) {
        return Optional.ofNullable(objects.get(name)).flatMap(Expected::acknowledged);
    }

    /// Notes a write before it is sent.
    ///
    /// @param value empty for a deletion
    void sent(String name, Optional<String> value) {
        List<Optional<String>> possible = new ArrayList<>();
        Expected before = objects.getOrDefault(name, new Expected(Optional.empty(), List.of()));
        possible.addAll(before.possible());
        possible.add(value);
        objects.put(name, new Expected(before.acknowledged(), possible));
    }

    /// Notes that the write sent last was acknowledged.
    ///
    /// @param at the revision that the server gave it; 0 where it does not say
    void acknowledged(String name, long at) {
        Optional<String> value = sentBefore(name).possible().getLast();
        objects.put(name, new Expected(value, List.of()));
        revision = Math.max(revision, at);
    }

    private Expected sentBefore(String name) {
        return Objects.requireNonNull(objects.get(name), () -> "nothing was sent for " + name);
    }

    /// Notes that the write sent last was refused: nothing has happened.
    void refused(String name) {
        Expected expected = sentBefore(name);
        List<Optional<String>> possible =
                expected.possible().subList(0, expected.possible().size() - 1);
        objects.put(name, new Expected(expected.acknowledged(), List.copyOf(possible)));
    }

    /// Holds what the server shows after a new start against what it has acknowledged; what it shows is what
    /// counts from now on.
    ///
    /// @param shown values by name
    /// @param now the revision of the list
    /// @return what is wrong
    List<String> compare(Map<String, String> shown, long now) {
        var wrong = new ArrayList<String>();
        if (now < revision) {
            wrong.add("revision %d was acknowledged, the server is at %d".formatted(revision, now));
        }
        for (var each : Map.copyOf(objects).entrySet()) {
            Optional<String> there = Optional.ofNullable(shown.get(each.getKey()));
            Expected expected = each.getValue();
            if (!there.equals(expected.acknowledged()) && !expected.possible().contains(there)) {
                wrong.add("%s: acknowledged %s, perhaps %s, found %s"
                        .formatted(each.getKey(), expected.acknowledged(), expected.possible(), there));
            }
            objects.put(each.getKey(), new Expected(there, List.of()));
        }
        revision = Math.max(revision, now);
        return wrong;
    }
}
