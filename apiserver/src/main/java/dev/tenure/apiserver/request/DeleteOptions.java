package dev.tenure.apiserver.request;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How an object is to be deleted, from the body or, when there is none, from the query.
///
/// @param uid precondition; empty text when absent
/// @param resourceVersion precondition; empty text when absent
/// @param ignoreReadError whether an object goes even though what is stored of it cannot be read
public record DeleteOptions(
        boolean dryRun,
        OptionalLong graceSeconds,
        Optional<String> uid,
        Optional<String> resourceVersion,
        Optional<Boolean> orphanDependents,
        Optional<String> propagation,
        boolean ignoreReadError,
        ObjectNode asObject) {
    /// The field that asks for it; long, so that nobody asks for it by mistake.
    public static final String IGNORE_READ_ERROR = "ignoreStoreReadErrorWithClusterBreakingPotential";

    private static final List<String> PROPAGATIONS = List.of("Foreground", "Background", "Orphan");

    /// @throws RefusedException with 422 when an option is not valid
    public static DeleteOptions ofBody(ObjectNode body) {
        DeleteOptions options = read(body);
        options.check();
        return options;
    }

    /// @throws RefusedException with 422 when an option is not valid
    public void check() {
        var errors = new FieldErrors();
        List<String> dryRun = new ArrayList<>();
        asObject.path("dryRun").forEach(n -> dryRun.add(n.asText()));
        checkPropagation(asObject, errors);
        WriteOptions.checkDryRun(dryRun, errors);
        refuse(errors);
    }

    /// The same, for an object of this revision only.
    public DeleteOptions atRevision(long revision) {
        return new DeleteOptions(
                dryRun,
                graceSeconds,
                uid,
                Optional.of(Long.toString(revision)),
                orphanDependents,
                propagation,
                ignoreReadError,
                asObject);
    }

    /// @throws RefusedException when a parameter cannot be read or is not valid
    public static DeleteOptions ofQuery(ApiRequest request) {
        ObjectNode body = Json.object();
        Parameters.number(request, "gracePeriodSeconds").ifPresent(n -> body.put("gracePeriodSeconds", n));
        Parameters.flag(request, "orphanDependents").ifPresent(b -> body.put("orphanDependents", b));
        Parameters.flag(request, IGNORE_READ_ERROR).ifPresent(b -> body.put(IGNORE_READ_ERROR, b));
        request.parameter("propagationPolicy").ifPresent(p -> body.put("propagationPolicy", p));
        for (String name : List.of("uid", "resourceVersion")) {
            request.parameter(name)
                    .filter(value -> !value.isEmpty())
                    .ifPresent(value -> body.withObject("preconditions").put(name, value));
        }
        List<String> dryRun = request.query().getOrDefault("dryRun", List.of());
        if (!dryRun.isEmpty()) {
            var list = body.putArray("dryRun");
            dryRun.forEach(list::add);
        }
        return ofBody(body);
    }

    /// As they stand there; nobody has said yet that they are valid.
    public static DeleteOptions read(ObjectNode body) {
        JsonNode grace = body.path("gracePeriodSeconds");
        JsonNode preconditions = body.path("preconditions");
        return new DeleteOptions(
                !body.path("dryRun").isEmpty(),
                grace.isIntegralNumber() ? OptionalLong.of(grace.longValue()) : OptionalLong.empty(),
                text(preconditions, "uid"),
                text(preconditions, "resourceVersion"),
                body.path("orphanDependents").isBoolean()
                        ? Optional.of(body.path("orphanDependents").booleanValue())
                        : Optional.empty(),
                text(body, "propagationPolicy"),
                body.path(IGNORE_READ_ERROR).isBoolean()
                        && body.path(IGNORE_READ_ERROR).booleanValue(),
                body);
    }

    private static Optional<String> text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }

    private static void checkPropagation(ObjectNode body, FieldErrors errors) {
        JsonNode policy = body.path("propagationPolicy");
        if (!policy.isTextual()) {
            return;
        }
        if (body.path("orphanDependents").isBoolean()) {
            errors.invalid("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set");
        }
        if (!PROPAGATIONS.contains(policy.textValue())) {
            errors.notSupported(
                    "propagationPolicy", policy.asText(), List.of("Foreground", "Background", "Orphan", "nil"));
        }
    }

    private static void refuse(FieldErrors errors) {
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid("meta.k8s.io", "DeleteOptions", "", errors.list()));
        }
    }
}
