package dev.tenure.wire.yaml;

import dev.tenure.model.meta.Frozen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/// On which lines of a text the fields of one YAML document stand, for messages about them. Immutable.
///
/// @param line of the document's first value, counted from 1
/// @param lines by field, its names joined with `.`, elements of lists by their number:
///     `evictionHard.memory.available`
public record YamlPlaces(int line, Map<String, Integer> lines) {
    public YamlPlaces {
        lines = Frozen.map(lines);
    }

    /// The line of a field; where it does not stand, of what it would stand in.
    public int lineOf(String field) {
        String rest = field;
        while (!rest.isEmpty()) {
            Integer found = lines.get(rest);
            if (found != null) {
                return found;
            }
            rest = rest.substring(0, Math.max(0, rest.lastIndexOf('.')));
        }
        return line;
    }

    /// Of every document, in order, empty ones included.
    ///
    /// @param events of a text that has been read before
    static List<YamlPlaces> of(Iterator<Event> events) {
        var documents = new ArrayList<YamlPlaces>();
        while (events.hasNext()) {
            if (events.next() instanceof DocumentStartEvent) {
                Event first = events.next();
                Map<String, Integer> lines = new HashMap<>();
                value(first, events, "", lines);
                documents.add(new YamlPlaces(line(first), lines));
            }
        }
        return documents;
    }

    private static void value(Event event, Iterator<Event> events, String field, Map<String, Integer> lines) {
        switch (event) {
            case MappingStartEvent _ -> mapping(events, field, lines);
            case SequenceStartEvent _ -> sequence(events, field, lines);
            default -> {
                // a text or an alias holds no fields of its own
            }
        }
    }

    private static void mapping(Iterator<Event> events, String field, Map<String, Integer> lines) {
        Event key = events.next();
        while (key.getEventId() != Event.ID.MappingEnd) {
            String name = key instanceof ScalarEvent scalar ? scalar.getValue() : "?";
            String inner = field.isEmpty() ? name : field + "." + name;
            lines.put(inner, line(key));
            if (!(key instanceof ScalarEvent)) {
                value(key, events, inner, lines);
            }
            value(events.next(), events, inner, lines);
            key = events.next();
        }
    }

    private static void sequence(Iterator<Event> events, String field, Map<String, Integer> lines) {
        int number = 0;
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            String inner = field + "." + number++;
            lines.put(inner, line(next));
            value(next, events, inner, lines);
        }
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
