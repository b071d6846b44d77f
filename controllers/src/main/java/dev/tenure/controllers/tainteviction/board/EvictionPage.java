package dev.tenure.controllers.tainteviction.board;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.StayChange;
import dev.tenure.controllers.tainteviction.record.EvictionCause;
import dev.tenure.controllers.tainteviction.record.NodeRecord;
import dev.tenure.controllers.tainteviction.record.PastEviction;
import dev.tenure.controllers.tainteviction.record.ShownEviction;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// What `/tenure/v1/taint-eviction` shows: evictions that lie ahead, earliest first, and past ones, eldest
/// first. The parameters `node`, `namespace` and `pod` choose among them; `limit` bounds each list (the
/// earliest to come and the latest of the past).
public final class EvictionPage {
    private static final int LIMIT = 1_000;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Map<String, List<String>> query;
    private final Instant now;

    /// @param query parameters of the request, by name
    EvictionPage(Map<String, List<String>> query, Instant now) {
        this.query = query;
        this.now = now;
    }

    ObjectNode of(Semantics semantics, List<ComingEviction> coming, List<PastEviction> past) {
        ObjectNode page = Json.object().put("semantics", semantics.word()).put("now", now.toString());
        List<ComingEviction> ahead = coming.stream()
                .filter(eviction -> asked(eviction.node(), eviction.namespace(), eviction.pod()))
                .toList();
        page.put("comingTotal", ahead.size());
        held(page, ahead);
        ArrayNode list = page.putArray("coming");
        ahead.stream().limit(limit()).forEach(eviction -> list.add(json(eviction)));
        List<PastEviction> behind = past.stream()
                .filter(eviction -> eviction.at().isAfter(now.minus(NodeRecord.LEDGER_AGE_MAX)))
                .filter(eviction -> asked(eviction.node(), eviction.namespace(), eviction.pod()))
                .toList();
        page.put("pastTotal", behind.size());
        page.set("causes", causes(behind));
        ArrayNode gone = page.putArray("past");
        behind.stream().skip(Math.max(0, behind.size() - limit())).forEach(eviction -> gone.add(json(eviction)));
        return page;
    }

    /// Of each policy that holds pods how many, and why the first of them.
    private static void held(ObjectNode page, List<ComingEviction> ahead) {
        var counts = new TreeMap<String, List<EvictionHold>>();
        ahead.stream()
                .flatMap(eviction -> eviction.hold().stream())
                .forEach(hold -> counts.computeIfAbsent(hold.policy(), _ -> new ArrayList<>())
                        .add(hold));
        if (!counts.isEmpty()) {
            ArrayNode list = page.putArray("held");
            counts.values()
                    .forEach(holds -> put(list.addObject(), holds.getFirst()).put("pods", holds.size()));
        }
    }

    private static ObjectNode put(ObjectNode json, EvictionHold hold) {
        return json.put("policy", hold.policy())
                .put("reason", hold.reason().word())
                .put("message", hold.message());
    }

    /// Of each cause how many pods, and when the last one left.
    private static ObjectNode causes(List<PastEviction> past) {
        ObjectNode causes = Json.object();
        for (EvictionCause cause : EvictionCause.values()) {
            List<Instant> moments = past.stream()
                    .filter(eviction -> eviction.why().cause() == cause)
                    .map(PastEviction::at)
                    .toList();
            if (!moments.isEmpty()) {
                causes.putObject(cause.word())
                        .put("total", moments.size())
                        .put("last", Collections.max(moments).toString());
            }
        }
        return causes;
    }

    private boolean asked(String node, String namespace, String pod) {
        return is("node", node) && is("namespace", namespace) && is("pod", pod);
    }

    private boolean is(String parameter, String value) {
        return parameter(parameter, text -> text)
                .filter(wanted -> !wanted.equals(value))
                .isEmpty();
    }

    private int limit() {
        return parameter("limit", text -> text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : LIMIT)
                .orElse(LIMIT);
    }

    private <T> Optional<T> parameter(String name, Function<String, T> read) {
        List<String> values = query.getOrDefault(name, List.of());
        return values.isEmpty() || values.getFirst().isEmpty()
                ? Optional.empty()
                : Optional.of(read.apply(values.getFirst()));
    }

    private ObjectNode json(ComingEviction eviction) {
        ObjectNode json = begun(eviction);
        double left = Duration.between(now, eviction.deadline()).toMillis() / MILLIS_PER_SECOND;
        json.put("deadline", eviction.deadline().toString()).put("secondsLeft", Math.max(0, left));
        eviction.hold().ifPresent(hold -> {
            ObjectNode held = put(json.putObject("held"), hold).put("endsByItself", hold.passes());
            eviction.heldUntil().ifPresent(until -> held.put("until", until.toString()));
        });
        eviction.change().ifPresent(change -> put(json, eviction, change));
        eviction.sparedAt().ifPresent(at -> json.put("taintGoes", at.toString()));
        return json;
    }

    private static ObjectNode begun(ShownEviction eviction) {
        ObjectNode json = Json.object()
                .put("namespace", eviction.namespace())
                .put("pod", eviction.pod())
                .put("uid", eviction.uid())
                .put("node", eviction.node());
        eviction.why().put(json);
        eviction.toleration().ifPresent(toleration -> json.put("toleration", toleration));
        eviction.since().ifPresent(since -> json.put("since", since.toString()));
        return json;
    }

    /// A policy that asks for a longer stay than is granted will hold the pod: then it leaves after its
    /// deadline.
    private void put(ObjectNode json, ComingEviction eviction, StayChange change) {
        json.putObject("stay")
                .put("policy", change.policy())
                .put("change", change.longer() ? "longer" : "shorter")
                .put("by", change.least() ? "minStaySeconds" : "maxStaySeconds")
                .put("toleratedSeconds", change.tolerated().toSeconds())
                .put("seconds", change.stay().toSeconds());
        eviction.since().ifPresent(since -> {
            Instant leaves = since.plus(change.stay());
            double left = Duration.between(now, leaves).toMillis() / MILLIS_PER_SECOND;
            json.put("leaves", leaves.toString()).put("secondsLeft", Math.max(0, left));
        });
    }

    private static ObjectNode json(PastEviction eviction) {
        ObjectNode json = begun(eviction);
        eviction.deadline().ifPresent(deadline -> json.put("deadline", deadline.toString()));
        if (!eviction.owner().isEmpty()) {
            json.put("owner", eviction.owner());
        }
        return json.put("at", eviction.at().toString());
    }
}
