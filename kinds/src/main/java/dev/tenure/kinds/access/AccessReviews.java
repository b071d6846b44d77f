package dev.tenure.kinds.access;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.NodeIdentity;
import dev.tenure.apiserver.authz.PolicyRule;
import dev.tenure.apiserver.authz.RbacAuthorizer;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.authz.UnionAuthorizer;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.node.NodeAuthorizer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// May somebody do something: the four reviews of `authorization.k8s.io`.
public final class AccessReviews {
    private static final String GROUP = "authorization.k8s.io";

    private final Environment environment;
    private final BodyReader bodies;
    private final UnionAuthorizer authorizer;
    private final RbacAuthorizer rules;

    /// @param authorizer who is asked whether somebody may do something
    /// @param rules lists what somebody may do
    public AccessReviews(Environment environment, BodyReader bodies, UnionAuthorizer authorizer, RbacAuthorizer rules) {
        this.environment = environment;
        this.bodies = bodies;
        this.authorizer = authorizer;
        this.rules = rules;
    }

    /// SelfSubjectAccessReview.
    public ApiReply self(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        asked.admit(environment, () -> {
            var errors = new FieldErrors();
            attributes(asked.body().path("spec"), errors);
            ReviewedSelectors.check(asked.body(), errors);
            metadataIsEmpty(asked.body(), Set.of(), "must be empty", errors);
            refuse(errors);
        });
        decide(asked.body(), request.caller());
        return asked.created();
    }

    /// SubjectAccessReview.
    public ApiReply subject(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        asked.admit(environment, () -> {
            var errors = new FieldErrors();
            attributes(asked.body().path("spec"), errors);
            somebody(asked.body().path("spec"), errors);
            ReviewedSelectors.check(asked.body(), errors);
            metadataIsEmpty(asked.body(), Set.of(), "must be empty", errors);
            refuse(errors);
        });
        decide(asked.body(), caller(asked.body().path("spec")));
        return asked.created();
    }

    /// LocalSubjectAccessReview.
    public ApiReply local(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        ObjectNode body = asked.body();
        String namespace = request.target().namespace();
        if (body.path("metadata").path("namespace").asText("").isEmpty()) {
            body.set("metadata", inNamespace(body.path("metadata"), namespace));
        }
        asked.admit(environment, () -> checkLocal(body, namespace));
        decide(body, caller(body.path("spec")));
        return asked.created();
    }

    private static void checkLocal(ObjectNode body, String namespace) {
        JsonNode spec = body.path("spec");
        var errors = new FieldErrors();
        attributes(spec, errors);
        somebody(spec, errors);
        ReviewedSelectors.check(body, errors);
        metadataIsEmpty(body, Set.of("namespace"), "must be empty except for namespace", errors);
        JsonNode named = spec.path("resourceAttributes").path("namespace");
        if (!spec.path("resourceAttributes").isMissingNode()
                && !named.asText("").equals(namespace)) {
            errors.invalid("spec.resourceAttributes.namespace", named.asText(""), "must match metadata.namespace");
        }
        if (!spec.path("nonResourceAttributes").isMissingNode()) {
            errors.invalid(
                    "spec.nonResourceAttributes",
                    path(spec.path("nonResourceAttributes")),
                    "disallowed on this kind of request");
        }
        refuse(errors);
    }

    /// The metadata with a namespace, in its place among the fields.
    private static ObjectNode inNamespace(JsonNode metadata, String namespace) {
        ObjectNode placed = Json.object();
        for (String name : List.of("name", "generateName")) {
            if (metadata.has(name)) {
                placed.set(name, metadata.path(name));
            }
        }
        placed.put("namespace", namespace);
        metadata.properties().forEach(field -> placed.putIfAbsent(field.getKey(), field.getValue()));
        return placed;
    }

    /// SelfSubjectRulesReview.
    public ApiReply selfRules(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry, entry.type(), request, warnings);
        asked.admit(environment, () -> {
            if (namespace(asked.body()).isEmpty()) {
                throw new RefusedException(Statuses.badRequest("no namespace on request"));
            }
        });
        String namespace = namespace(asked.body());
        asked.body().putObject("metadata");
        asked.body().putObject("spec");
        ObjectNode status = asked.body().putObject("status");
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        for (PolicyRule rule : rules.rules(request.caller(), namespace)) {
            if (!rule.resources().isEmpty()) {
                ObjectNode one = resources.addObject();
                Reviews.texts(one, "verbs", rule.verbs());
                Reviews.texts(one, "apiGroups", rule.groups());
                Reviews.texts(one, "resources", rule.resources());
                Reviews.texts(one, "resourceNames", rule.names());
            }
            if (!rule.urls().isEmpty()) {
                ObjectNode one = paths.addObject();
                Reviews.texts(one, "verbs", rule.verbs());
                Reviews.texts(one, "nonResourceURLs", rule.urls());
            }
        }
        boolean agent = authorizer.has(NodeAuthorizer.class)
                && NodeIdentity.of(request.caller()).isPresent();
        status.put("incomplete", agent);
        List<String> faults = new ArrayList<>();
        if (agent) {
            faults.add("node authorizer does not support user rule resolution");
        }
        faults.addAll(rules.unresolved(request.caller(), namespace));
        if (!faults.isEmpty()) {
            status.put("evaluationError", Refusals.aggregate(faults));
        }
        return asked.created();
    }

    private static void attributes(JsonNode spec, FieldErrors errors) {
        boolean resource = spec.has("resourceAttributes");
        boolean path = spec.has("nonResourceAttributes");
        if (resource && path) {
            errors.invalid(
                    "spec.nonResourceAttributes",
                    path(spec.path("nonResourceAttributes")),
                    "cannot be specified in combination with resourceAttributes");
        } else if (!resource && !path) {
            errors.invalid(
                    "spec.resourceAttributes",
                    NullNode.INSTANCE,
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
    }

    /// As upstream's messages show it.
    private static ObjectNode path(JsonNode attributes) {
        ObjectNode printed = Json.object();
        printed.put("Path", attributes.path("path").asText(""));
        return printed.put("Verb", attributes.path("verb").asText(""));
    }

    private static void somebody(JsonNode spec, FieldErrors errors) {
        if (spec.path("user").asText("").isEmpty() && spec.path("groups").isEmpty()) {
            errors.invalid("spec.user", "", "at least one of user or group must be specified");
        }
    }

    private static String namespace(ObjectNode rulesReview) {
        return rulesReview.path("spec").path("namespace").asText("");
    }

    /// Who set which fields is noted already, and is no matter.
    ///
    /// @param allowed what may stand there besides
    private static void metadataIsEmpty(ObjectNode body, Set<String> allowed, String must, FieldErrors errors) {
        JsonNode metadata = body.path("metadata");
        boolean empty = metadata.properties().stream()
                .allMatch(member -> member.getKey().equals("managedFields") || allowed.contains(member.getKey()));
        if (!empty) {
            errors.invalid("metadata", metadata, must);
        }
    }

    private static void refuse(FieldErrors errors) {
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid(GROUP, "", "", errors.list()));
        }
    }

    private static Caller caller(JsonNode spec) {
        List<String> groups = new ArrayList<>();
        spec.path("groups").forEach(g -> groups.add(g.asText()));
        Map<String, List<String>> extra = new HashMap<>();
        spec.path("extra").properties().forEach(e -> {
            List<String> values = new ArrayList<>();
            e.getValue().forEach(v -> values.add(v.asText()));
            extra.put(e.getKey(), values);
        });
        return new Caller(spec.path("user").asText(""), spec.path("uid").asText(""), groups, extra, "");
    }

    private void decide(ObjectNode body, Caller caller) {
        JsonNode spec = body.path("spec");
        JsonNode r = spec.path("resourceAttributes");
        JsonNode p = spec.path("nonResourceAttributes");
        Attributes attributes = r.isMissingNode()
                ? Attributes.ofPath(
                        caller, p.path("verb").asText(""), p.path("path").asText(""))
                : Attributes.ofResource(
                        caller,
                        r.path("verb").asText(""),
                        new Target(
                                r.path("group").asText(""),
                                r.path("version").asText(""),
                                r.path("resource").asText(""),
                                r.path("namespace").asText(""),
                                r.path("name").asText(""),
                                r.path("subresource").asText("")),
                        ReviewedSelectors.ofFields(r.path("fieldSelector")));
        Decision decision = authorizer.decide(attributes);
        ObjectNode status = body.putObject("status");
        status.put("allowed", decision instanceof Decision.Allow);
        reason(decision).ifPresent(text -> status.put("reason", text));
        List<String> ignored = Stream.of("fieldSelector", "labelSelector")
                .flatMap(name -> ReviewedSelectors.ignored(name, r.path(name)).stream())
                .toList();
        if (!ignored.isEmpty()) {
            status.put("evaluationError", String.join("; ", ignored));
        }
    }

    private static Optional<String> reason(Decision decision) {
        String text = switch (decision) {
            case Decision.Allow allow -> allow.reason();
            case Decision.Refuse refuse -> refuse.reason();
        };
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
