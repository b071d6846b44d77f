package dev.tenure.controllers.podautoscaler;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.net.HttpURLConnection;
import java.util.Map;

/// Asks for things that are no stored objects, and tells refusals in the words of Go's client. Every method
/// blocks. Upstream: client-go/rest (transformResponse), apimachinery/pkg/api/errors
/// (NewGenericServerResponse).
final class Answers {
    /// A document, or why there is none.
    sealed interface Answer {
        record Tree(ObjectNode tree) implements Answer {}

        /// @param conflict whether somebody else wrote first
        record Refused(String why, boolean conflict) implements Answer {}
    }

    private static final Map<Integer, String> WORDS = Map.of(
            HttpURLConnection.HTTP_BAD_REQUEST,
            "the server rejected our request for an unknown reason",
            HttpURLConnection.HTTP_UNAUTHORIZED,
            "the server has asked for the client to provide credentials",
            HttpURLConnection.HTTP_NOT_FOUND,
            "the server could not find the requested resource",
            HttpURLConnection.HTTP_BAD_METHOD,
            "the server does not allow this method on the requested resource",
            HttpURLConnection.HTTP_UNAVAILABLE,
            "the server is currently unable to handle the request",
            HttpURLConnection.HTTP_GATEWAY_TIMEOUT,
            "the server was unable to return a response in the time allotted, but may still be processing the request");

    private final ClusterClient client;

    Answers(ClusterClient client) {
        this.client = client;
    }

    Answer get(Target target, Map<String, String> query) {
        return call(Verb.GET, target, query, Body.NONE);
    }

    Answer update(Target target, ObjectNode tree) {
        return call(Verb.UPDATE, target, Map.of(), Body.json(Document.of(tree)));
    }

    /// As [#get], of a whole collection.
    ///
    /// @return a list with `items`
    Answer list(Target target, Map<String, String> query) {
        return call(Verb.LIST, target, query, Body.NONE);
    }

    private Answer call(Verb verb, Target target, Map<String, String> query, Body body) {
        try {
            return switch (client.call(verb, target, query, body)) {
                case ApiReply.Document(var _, byte[] json, var _) -> new Answer.Tree(Json.readObject(json));
                case ApiReply.One(var _, StoredObject object, var _) -> new Answer.Tree(tree(object));
                case ApiReply.Many many -> {
                    ObjectNode list = Json.object();
                    var items = list.putArray("items");
                    many.items().forEach(object -> items.add(tree(object)));
                    yield new Answer.Tree(list);
                }
                case ApiReply.Failure(Status status, var _) ->
                    new Answer.Refused(words(verb, target, status), status.isConflict());
            };
        } catch (ConnectionException | JsonSyntaxException e) {
            return new Answer.Refused(String.valueOf(e.getMessage()), false);
        }
    }

    private static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree(object.revision());
    }

    /// A refusal without a Status of its own is told by its code and by what was asked for, which upstream's
    /// client of sizes leaves away.
    private static String words(Verb verb, Target target, Status status) {
        if (!status.reason().isEmpty() && !status.isNoSuchPath()) {
            return status.message();
        }
        String words = WORDS.getOrDefault(status.code(), otherwise(status));
        if (target.subresource().equals("scale")) {
            return words;
        }
        String resource = target.group().isEmpty() ? target.resource() : target.resource() + "." + target.group();
        String asked = target.name().isEmpty() ? resource : resource + " " + target.name();
        return "%s (%s %s)".formatted(words, verb == Verb.UPDATE ? "put" : "get", asked);
    }

    private static String otherwise(Status status) {
        return status.code() >= HttpURLConnection.HTTP_INTERNAL_ERROR
                ? "an error on the server (\"%s\") has prevented the request from succeeding"
                        .formatted(status.message().isEmpty() ? "unknown" : status.message())
                : "the server responded with the status code %d but did not return more information"
                        .formatted(status.code());
    }
}
