package dev.tenure.cli.command;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A workload, or a pod, that is to tolerate something.
record TolerationTarget(Kind kind, String namespace, String name) {
    private static final int TRIES_MAX = 5;
    private static final List<String> IDENTITY = List.of("key", "operator", "value", "effect");
    private static final List<String> OF_POD = List.of("spec");
    private static final List<String> OF_TEMPLATE = List.of("spec", "template", "spec");

    private static final List<Kind> KINDS = List.of(
            new Kind("deployment", "deploy", ResourceTypes.DEPLOYMENTS, OF_TEMPLATE),
            new Kind("statefulset", "sts", ResourceTypes.STATEFUL_SETS, OF_TEMPLATE),
            new Kind("daemonset", "ds", ResourceTypes.DAEMON_SETS, OF_TEMPLATE),
            new Kind("replicaset", "rs", ResourceTypes.REPLICA_SETS, OF_TEMPLATE),
            new Kind("replicationcontroller", "rc", ResourceTypes.REPLICATION_CONTROLLERS, OF_TEMPLATE),
            new Kind("pod", "po", ResourceTypes.PODS, OF_POD));

    /// Something that has tolerations.
    ///
    /// @param podSpec the way to the object that holds them
    record Kind(String word, String shortWord, ResourceType type, List<String> podSpec) {
        Kind {
            podSpec = List.copyOf(podSpec);
        }

        private boolean is(String text) {
            return text.equals(word) || text.equals(shortWord) || text.equals(type.resource());
        }
    }

    /// @param text `KIND/NAME`; kinds may be written as kubectl takes them
    /// @return empty when it is something else
    static Optional<TolerationTarget> parse(String text, String namespace) {
        String[] parts = text.split("/", -1);
        if (parts.length != 2 || parts[1].isEmpty()) {
            return Optional.empty();
        }
        String word = parts[0].toLowerCase(Locale.ROOT);
        return KINDS.stream()
                .filter(kind -> kind.is(word))
                .findFirst()
                .map(kind -> new TolerationTarget(kind, namespace, parts[1]));
    }

    static String kinds() {
        return KINDS.stream().map(kind -> kind.word).collect(Collectors.joining(", "));
    }

    /// Adds the toleration, or takes it for the one that says the same about another time.
    ///
    /// @return whether that changed anything
    /// @throws CommandFailure when there is no such workload, or it cannot be changed
    boolean tolerate(ClusterClient client, ObjectNode toleration) {
        for (int i = 1; ; i++) {
            StoredObject found = found(client);
            JsonNode spec = Json.readObject(found.json());
            for (String field : kind.podSpec) {
                spec = spec.path(field);
            }
            ArrayNode before = spec.path("tolerations") instanceof ArrayNode list
                    ? list
                    : Json.object().putArray("tolerations");
            ArrayNode after = with(before, toleration);
            if (after.equals(before)) {
                return false;
            }
            Optional<Status> refused = write(client, found, after);
            if (refused.isEmpty()) {
                return true;
            }
            if (!refused.get().is("Conflict") || i == TRIES_MAX) {
                throw new CommandFailure(ExitCode.FAILED, refused.get().message());
            }
        }
    }

    private StoredObject found(ClusterClient client) {
        return switch (client.get(kind.type, namespace, name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> stored;
            case ApiReply.Failure(var status, var _) -> throw new CommandFailure(ExitCode.FAILED, status.message());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new CommandFailure(ExitCode.FAILED, "the server answers something else than " + this);
        };
    }

    private static ArrayNode with(ArrayNode tolerations, ObjectNode added) {
        ArrayNode after = tolerations.deepCopy();
        boolean there = false;
        for (int i = 0; i < after.size(); i++) {
            if (sameBut(after.get(i), added)) {
                after.set(i, added);
                there = true;
            }
        }
        return there ? after : after.add(added);
    }

    private static boolean sameBut(JsonNode one, JsonNode other) {
        return IDENTITY.stream()
                .allMatch(field ->
                        one.path(field).asText("").equals(other.path(field).asText("")));
    }

    private Optional<Status> write(ClusterClient client, StoredObject found, ArrayNode tolerations) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", String.valueOf(found.revision()));
        ObjectNode spec = patch;
        for (String field : kind.podSpec) {
            spec = spec.putObject(field);
        }
        spec.set("tolerations", tolerations);
        ApiReply reply = client.patch(kind.type, namespace, name, "", new Body(Body.MERGE_PATCH, Json.write(patch)));
        return reply instanceof ApiReply.Failure(var status, var _) ? Optional.of(status) : Optional.empty();
    }

    @Override
    public String toString() {
        return kind.word + "/" + name;
    }
}
