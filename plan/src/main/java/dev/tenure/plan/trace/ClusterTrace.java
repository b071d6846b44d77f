package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.ClusterDump.Moment;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.source.Place;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a trace tells: a cluster at its beginning, and what happened to its objects since. Immutable.
///
/// @param base the cluster when the trace begins
/// @param events in the order in which they were seen
/// @param span how long it goes
/// @param notes what is to be known about it, as sentences
public record ClusterTrace(ClusterDump base, List<Event> events, Duration span, List<String> notes) {
    /// One thing that was seen.
    public sealed interface Event {
        /// How long after the beginning of the trace.
        Duration after();

        /// An object is new, has changed or is gone.
        ///
        /// @param before empty when it is new
        /// @param now empty when it is gone
        record Seen(Duration after, ObjectKey key, Optional<ObjectNode> before, Optional<ObjectNode> now)
                implements Event {}

        /// A node is out of order, and was heard of last at that time.
        ///
        /// @param heard after the beginning of the trace; negative when it was before
        record Silent(Duration after, String node, Duration heard) implements Event {}
    }

    public ClusterTrace {
        events = List.copyOf(events);
        notes = List.copyOf(notes);
    }

    /// Whether a file begins as a trace does.
    public static boolean is(Path file) {
        return TraceLines.isTrace(file);
    }

    /// Reads a trace. One whose end is cut off, for who recorded it was killed, is read up to there.
    ///
    /// @throws TraceException when it is none, is damaged elsewhere than at its end, or holds no cluster
    public static ClusterTrace read(Path file) {
        var reading = new Reading(file);
        TraceLines.Read read = TraceLines.read(file, reading::entry);
        return reading.trace(read);
    }

    /// The cluster when a trace ends.
    ///
    /// @throws TraceException as above
    public static ClusterDump last(Path file) {
        var reading = new Reading(file);
        TraceLines.Read read = TraceLines.read(file, reading::entry);
        if (reading.begun.isEmpty()) {
            throw reading.nothing();
        }
        return reading.dump(read, reading.latest, reading.state.objects(), "the trace ends then");
    }

    /// Confined to one thread.
    private static final class Reading {
        private final Path file;
        private final StoredForms forms = new StoredForms();
        private final TraceState state = new TraceState(forms);
        private final Map<ObjectKey, ObjectNode> first = new HashMap<>();
        private final List<Event> events = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private List<Gap> gaps = List.of();
        private Optional<Instant> begun = Optional.empty();
        private Optional<Instant> unseen = Optional.empty();
        private Instant latest = Instant.EPOCH;
        private boolean over;

        private Reading(Path file) {
            this.file = file;
        }

        private void entry(TraceEntry entry) {
            if (entry instanceof TraceEntry.Begun(var at, var resumed, var seen)) {
                if (resumed && begun.isPresent()) {
                    notes.add(("nobody looked from %s to %s: what happened meanwhile counts as if it had happened at"
                                    + " the end of that time")
                            .formatted(unseen.orElse(latest), at));
                }
                begun = begun.or(() -> Optional.of(at));
                gaps = seen;
            }
            unseen = Optional.of(entry.at());
            Instant from = begun.orElse(entry.at());
            // the machine's clock may be set back
            latest = entry.at().isAfter(latest) ? entry.at() : latest;
            boolean ofBase = !over && latest.equals(from);
            over |= !ofBase;
            Duration after = Duration.between(from, latest);
            if (entry instanceof TraceEntry.Heard(var _, var node, var heard)) {
                events.add(new Event.Silent(after, node, Duration.between(from, heard)));
            }
            state.apply(entry).ifPresent(step -> {
                if (ofBase) {
                    step.after()
                            .ifPresentOrElse(object -> first.put(step.key(), object), () -> first.remove(step.key()));
                } else {
                    events.add(new Event.Seen(after, step.key(), step.before(), step.after()));
                }
            });
        }

        private ClusterTrace trace(TraceLines.Read read) {
            Instant from = begun.orElseThrow(() -> nothing());
            if (first.isEmpty()) {
                throw nothing();
            }
            if (read.cutOff()) {
                notes.add("the end of %s is cut off, as when who records is killed: it is played up to %s"
                        .formatted(file, latest));
            }
            return new ClusterTrace(
                    dump(read, from, first, "the trace begins then"), events, Duration.between(from, latest), notes);
        }

        private String origin(TraceLines.Read read) {
            return "%s (%s)".formatted(file, read.head().origin());
        }

        private TraceException nothing() {
            return new TraceException(
                    "trace %s holds no cluster: it ended before the first look was written; record it again"
                            .formatted(file));
        }

        private ClusterDump dump(TraceLines.Read read, Instant at, Map<ObjectKey, ObjectNode> objects, String how) {
            List<Item> items = objects.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(each -> new Item(stored(each.getValue()), new Place(file.toString(), 0)))
                    .toList();
            return new ClusterDump(
                    origin(read),
                    new Moment(at, how),
                    items,
                    gaps,
                    List.of(),
                    read.head().stated());
        }

        private StoredObject stored(ObjectNode object) {
            try {
                return forms.read(Json.write(object), TraceState.kind(object));
            } catch (DecodeException e) {
                throw new TraceException(
                        "trace %s: %s %s cannot be read: %s"
                                .formatted(
                                        file,
                                        object.path("kind").asText(),
                                        object.at("/metadata/name").asText(),
                                        e.getMessage()),
                        e);
            }
        }
    }
}
