package dev.tenure.console.shown;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A part that a page does not show, and why: its viewer may not list it, with the right that would show it,
/// or the server could not.
///
/// @param what the part
/// @param message without the part's name in front
public record MissingPart(String what, String message) {
    private static final int FORBIDDEN = 403;
    private static final String MISSING = "missing";

    /// What is missing of a kind.
    ///
    /// @param namespace empty for all, and for kinds that have none
    public static MissingPart of(ResourceType type, String namespace) {
        String kind = type.resource();
        String place = namespace.isEmpty() ? "" : " in namespace " + namespace;
        String there = namespace.isEmpty() ? "" : " there";
        return new MissingPart(
                kind, "not allowed to list %s%s; ask for get,list,watch on %s%s".formatted(kind, place, kind, there));
    }

    /// Those of other namespaces than the one that is shown.
    public static MissingPart outside(ResourceType type, String namespace) {
        String kind = type.resource();
        return new MissingPart(
                kind + " of other namespaces",
                "not allowed to list %s of all namespaces, so only those of %s are shown; ask for get,list,watch on %s in all namespaces"
                        .formatted(kind, namespace, kind));
    }

    /// What is missing when that is the answer to a list; nothing when it is none of want of rights.
    public static Optional<MissingPart> in(ApiReply reply, ResourceType type, String namespace) {
        boolean forbidden = reply.isForbidden();
        return forbidden ? Optional.of(of(type, namespace)) : Optional.empty();
    }

    /// What is missing when that is the answer to a list, whyever; nothing when it was read.
    public static Optional<MissingPart> unread(ApiReply reply, ResourceType type, String namespace) {
        Optional<MissingPart> forbidden = in(reply, type, namespace);
        return reply instanceof ApiReply.Failure(var status, var _) && forbidden.isEmpty()
                ? Optional.of(new MissingPart(
                        type.resource(),
                        "could not be read, the server answers %d: %s".formatted(status.code(), status.message())))
                : forbidden;
    }

    /// Asks whether a kind may be listed.
    ///
    /// @throws ConsoleFault when that is refused for another reason than want of rights
    public static Optional<MissingPart> asked(ClusterClient client, ResourceType type, String namespace) {
        ApiReply reply = client.list(type, namespace, Map.of("limit", "1"));
        Optional<MissingPart> gap = in(reply, type, namespace);
        if (gap.isEmpty()) {
            ApiAnswers.many(reply);
        }
        return gap;
    }

    /// The refusal of a page of which nothing can be shown without it.
    public ConsoleFault refusal() {
        return new ConsoleFault(FORBIDDEN, "Forbidden", what + ": " + message);
    }

    /// Adds the gaps that a part of a page tells of.
    public static void lift(JsonNode part, ObjectNode page) {
        List<MissingPart> gaps = new ArrayList<>();
        part.path(MISSING)
                .forEach(each -> gaps.add(new MissingPart(
                        each.path("what").asText(""), each.path("message").asText(""))));
        into(page, gaps);
    }

    /// Adds to what a page says of itself, each gap once.
    public static void into(ObjectNode page, Collection<MissingPart> gaps) {
        if (gaps.isEmpty()) {
            return;
        }
        ArrayNode told = page.path(MISSING) instanceof ArrayNode before ? before : page.putArray(MISSING);
        for (MissingPart gap : gaps) {
            ObjectNode row = Json.object().put("what", gap.what()).put("message", gap.message());
            boolean known = false;
            for (JsonNode each : told) {
                known = known || each.equals(row);
            }
            if (!known) {
                told.add(row);
            }
        }
    }
}
