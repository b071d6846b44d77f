package dev.tenure.rules.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// In which states a simulated node is to be held: its annotations `held.simulation.tenure.dev/STATE`, each
/// with `always` or the moment (RFC 3339) at which it ends. Immutable.
///
/// @param holds states whose annotation could be read
/// @param refused why others could not be
public record HeldStates(Map<HeldState, Hold> holds, List<String> refused) {
    public static final String PREFIX = "held.simulation.tenure.dev/";

    public static final HeldStates NONE = new HeldStates(Map.of(), List.of());

    public HeldStates {
        var copy = new EnumMap<HeldState, Hold>(HeldState.class);
        copy.putAll(holds);
        holds = Collections.unmodifiableMap(copy);
        refused = List.copyOf(refused);
    }

    public static HeldStates of(Map<String, String> annotations) {
        var holds = new EnumMap<HeldState, Hold>(HeldState.class);
        var refused = new ArrayList<String>();
        annotations.forEach((key, text) -> {
            if (!key.startsWith(PREFIX)) {
                return;
            }
            var state = HeldState.ofWord(key.substring(PREFIX.length()));
            var hold = Hold.ofText(text);
            if (state.isEmpty()) {
                refused.add("annotation %s: \"%s\" is no state, expected is one of %s"
                        .formatted(key, key.substring(PREFIX.length()), words()));
            } else if (hold.isEmpty()) {
                refused.add("annotation %s: \"%s\" is neither \"always\" nor a moment, for example 2026-05-01T12:00:00Z"
                        .formatted(key, text));
            } else {
                holds.put(state.get(), hold.get());
            }
        });
        Collections.sort(refused);
        return holds.isEmpty() && refused.isEmpty() ? NONE : new HeldStates(holds, refused);
    }

    /// All states, as users write them.
    public static String words() {
        return Arrays.stream(HeldState.values()).map(HeldState::word).collect(Collectors.joining(", "));
    }

    /// The states that hold at that moment.
    public Set<HeldState> at(Instant now) {
        var states = EnumSet.noneOf(HeldState.class);
        holds.forEach((state, hold) -> {
            if (hold.holdsAt(now)) {
                states.add(state);
            }
        });
        return Collections.unmodifiableSet(states);
    }
}
