package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.source.Gap;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A line of a trace as JSON, and back. Stateless.
final class EntryDocument {
    private static final String AT = "at";
    private static final String RESUMED = "resumed";
    private static final String PUT = "put";
    private static final String KEY = "key";
    private static final String PATCH = "patch";
    private static final String GONE = "gone";
    private static final String NODE = "node";
    private static final String HEARD = "heard";
    private static final String ENDED = "ended";
    private static final String GAPS = "gaps";

    private EntryDocument() {}

    static ObjectNode of(TraceEntry entry) {
        ObjectNode out = Json.object().put(AT, entry.at().toString());
        switch (entry) {
            case TraceEntry.Begun(var _, var resumed, var gaps) -> {
                ArrayNode all = out.put(RESUMED, resumed).putArray(GAPS);
                gaps.forEach(gap -> all.add(gap.json()));
            }
            case TraceEntry.Put(var _, var object) -> out.set(PUT, object);
            case TraceEntry.Changed(var _, var key, var patch) ->
                out.put(KEY, key.path()).set(PATCH, patch);
            case TraceEntry.Gone(var _, var key) -> out.put(GONE, key.path());
            case TraceEntry.Heard(var _, var node, var heard) ->
                out.put(NODE, node).put(HEARD, heard.toString());
            case TraceEntry.Alive _ -> {
                // its moment is all that it says
            }
            case TraceEntry.Ended(var _, var why) -> out.put(ENDED, why);
        }
        return out;
    }

    /// @throws RuntimeException of some kind when it is no line of a trace
    static TraceEntry read(ObjectNode in) {
        Instant at = Instant.parse(in.path(AT).asText());
        if (in.has(RESUMED)) {
            return new TraceEntry.Begun(at, in.path(RESUMED).asBoolean(), gaps(in.path(GAPS)));
        }
        if (in.get(PUT) instanceof ObjectNode object) {
            return new TraceEntry.Put(at, object);
        }
        if (in.get(PATCH) instanceof ObjectNode patch) {
            return new TraceEntry.Changed(at, ObjectKey.ofPath(in.path(KEY).asText()), patch);
        }
        if (in.has(GONE)) {
            return new TraceEntry.Gone(at, ObjectKey.ofPath(in.path(GONE).asText()));
        }
        if (in.has(HEARD)) {
            return new TraceEntry.Heard(
                    at, in.path(NODE).asText(), Instant.parse(in.path(HEARD).asText()));
        }
        return in.has(ENDED) ? new TraceEntry.Ended(at, in.path(ENDED).asText()) : new TraceEntry.Alive(at);
    }

    private static List<Gap> gaps(JsonNode in) {
        var gaps = new ArrayList<Gap>();
        in.forEach(gap -> gaps.add(Gap.of(gap)));
        return gaps;
    }
}
