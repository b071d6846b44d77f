package dev.tenure.apiserver.request;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.meta.FieldManagers;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// The options of a create, update or patch, from the query.
///
/// @param fieldManager empty when none is given
public record WriteOptions(
        boolean dryRun, String fieldManager, Strictness strictness, Optional<Boolean> force, ObjectNode asObject) {
    private static final List<String> STRICTNESS = List.of("", "Ignore", "Strict", "Warn");

    /// What becomes of unknown and repeated fields.
    public enum Strictness {
        IGNORE,
        WARN,
        STRICT
    }

    /// @param applying whether the request is a server-side apply
    /// @throws RefusedException with 422 when an option is not valid
    public static WriteOptions of(ApiRequest request, boolean applying) {
        String kind = kind(request.verb());
        List<String> dryRun = request.query().getOrDefault("dryRun", List.of());
        String manager = request.parameter("fieldManager").orElse("");
        String validation = request.parameter("fieldValidation").orElse("");
        Optional<Boolean> force = Parameters.flag(request, "force");
        var errors = new FieldErrors();
        if (request.verb() == Verb.PATCH) {
            checkForce(applying, manager, force, errors);
        }
        checkManager(manager, errors);
        checkDryRun(dryRun, errors);
        if (!STRICTNESS.contains(validation)) {
            errors.notSupported("fieldValidation", validation, STRICTNESS);
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid("meta.k8s.io", kind, "", errors.list()));
        }
        return new WriteOptions(
                !dryRun.isEmpty(), manager, strictness(validation), force, object(kind, request, manager, validation));
    }

    private static void checkForce(boolean applying, String manager, Optional<Boolean> force, FieldErrors errors) {
        if (!applying && force.isPresent()) {
            errors.forbidden("force", "may not be specified for non-apply patch");
        }
        if (applying && manager.isEmpty()) {
            errors.required("fieldManager", "is required for apply patch");
        }
    }

    private static void checkManager(String manager, FieldErrors errors) {
        if (FieldError.byteLength(manager) > FieldManagers.NAME_BYTES_MAX) {
            errors.tooLong("fieldManager", FieldManagers.NAME_BYTES_MAX);
        }
        FieldManagers.unprintable(manager)
                .forEach((place, character) ->
                        errors.invalid("fieldManager", manager, FieldManagers.complaint(character, place)));
    }

    static void checkDryRun(List<String> dryRun, FieldErrors errors) {
        if (!dryRun.stream().allMatch("All"::equals)) {
            ArrayNode values = Json.array();
            dryRun.forEach(values::add);
            errors.add(FieldError.Type.NOT_SUPPORTED, "dryRun", Optional.of(values), "supported values: \"All\"");
        }
    }

    private static String kind(Verb verb) {
        return switch (verb) {
            case CREATE -> "CreateOptions";
            case PATCH -> "PatchOptions";
            case UPDATE -> "UpdateOptions";
            case GET, LIST, WATCH, DELETE, DELETE_COLLECTION ->
                throw new IllegalStateException(verb + " has no write options");
        };
    }

    private static Strictness strictness(String text) {
        return switch (text) {
            case "Ignore" -> Strictness.IGNORE;
            case "Strict" -> Strictness.STRICT;
            default -> Strictness.WARN;
        };
    }

    private static ObjectNode object(String kind, ApiRequest request, String manager, String validation) {
        ObjectNode options = Json.object();
        options.put("kind", kind).put("apiVersion", "meta.k8s.io/v1");
        List<String> dryRun = request.query().getOrDefault("dryRun", List.of());
        if (!dryRun.isEmpty()) {
            ArrayNode list = options.putArray("dryRun");
            dryRun.forEach(list::add);
        }
        if (!manager.isEmpty()) {
            options.put("fieldManager", manager);
        }
        if (!validation.isEmpty()) {
            options.put("fieldValidation", validation);
        }
        return options;
    }
}
