package dev.tenure.kinds.access;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.NodeIdentity;
import dev.tenure.apiserver.authz.PolicyRule;
import dev.tenure.apiserver.authz.RbacAuthorizer;
import dev.tenure.apiserver.authz.UnionAuthorizer;
import dev.tenure.apiserver.handler.BodyReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.node.NodeAuthorizer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.SelectorSyntaxException;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.FieldScope;
import dev.tenure.wire.patch.FieldWriter;
import dev.tenure.wire.patch.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// May somebody do something: the four reviews of `authorization.k8s.io`.
public final class AccessReviews {
    private static final String GROUP = "authorization.k8s.io";

    private final BodyReader bodies;
    private final UnionAuthorizer authorizer;
    private final RbacAuthorizer rules;
    private final TimeSource time;

    /// @param authorizer who is asked whether somebody may do something
    /// @param rules lists what somebody may do
    public AccessReviews(BodyReader bodies, UnionAuthorizer authorizer, RbacAuthorizer rules, TimeSource time) {
        this.bodies = bodies;
        this.authorizer = authorizer;
        this.time = time;
        this.rules = rules;
    }

    /// SelfSubjectAccessReview.
    public ApiReply self(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry.type(), request, warnings);
        JsonNode spec = asked.body().path("spec");
        var errors = new FieldErrors();
        attributes(spec, errors);
        metadataIsEmpty(asked, request, errors);
        refuse(errors);
        decide(asked.body(), request.caller());
        asked.body().set("metadata", owned(asked.body(), request));
        return asked.created();
    }

    /// SubjectAccessReview.
    public ApiReply subject(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry.type(), request, warnings);
        JsonNode spec = asked.body().path("spec");
        var errors = new FieldErrors();
        attributes(spec, errors);
        somebody(spec, errors);
        metadataIsEmpty(asked, request, errors);
        refuse(errors);
        decide(asked.body(), caller(spec));
        asked.body().set("metadata", owned(asked.body(), request));
        return asked.created();
    }

    /// LocalSubjectAccessReview.
    public ApiReply local(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry.type(), request, warnings);
        ObjectNode body = asked.body();
        JsonNode spec = body.path("spec");
        String namespace = request.target().namespace();
        if (body.path("metadata").path("namespace").asText("").isEmpty()) {
            body.withObject("metadata").put("namespace", namespace);
        }
        var errors = new FieldErrors();
        attributes(spec, errors);
        somebody(spec, errors);
        JsonNode named = spec.path("resourceAttributes").path("namespace");
        if (!spec.path("resourceAttributes").isMissingNode()
                && !named.asText("").equals(namespace)) {
            errors.invalid("spec.resourceAttributes.namespace", named.asText(""), "must match metadata.namespace");
        }
        if (!spec.path("nonResourceAttributes").isMissingNode()) {
            errors.forbidden("spec.nonResourceAttributes", "disallowed on this kind of request");
        }
        refuse(errors);
        decide(body, caller(spec));
        body.set("metadata", owned(body, request));
        return asked.created();
    }

    /// SelfSubjectRulesReview.
    public ApiReply selfRules(KindEntry entry, ApiRequest request, List<String> warnings) {
        Reviews.Asked asked = Reviews.read(bodies, entry.type(), request, warnings);
        String namespace = asked.body().path("spec").path("namespace").asText("");
        if (namespace.isEmpty()) {
            throw new RefusedException(Statuses.badRequest("no namespace on request"));
        }
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
        if (agent) {
            status.put("evaluationError", "node authorizer does not support user rule resolution");
        }
        return asked.created();
    }

    private static void attributes(JsonNode spec, FieldErrors errors) {
        boolean resource = spec.has("resourceAttributes");
        boolean path = spec.has("nonResourceAttributes");
        if (resource && path) {
            JsonNode given = spec.path("nonResourceAttributes");
            ObjectNode printed = Json.object();
            printed.put("Path", given.path("path").asText(""));
            printed.put("Verb", given.path("verb").asText(""));
            errors.invalid(
                    "spec.nonResourceAttributes",
                    printed,
                    "cannot be specified in combination with resourceAttributes");
        } else if (!resource && !path) {
            errors.invalid(
                    "spec.resourceAttributes",
                    NullNode.INSTANCE,
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
    }

    private static void somebody(JsonNode spec, FieldErrors errors) {
        if (spec.path("user").asText("").isEmpty() && spec.path("groups").isEmpty()) {
            errors.invalid("spec.user", "", "at least one of user or group must be specified");
        }
    }

    /// Upstream looks when it has already noted who set which fields.
    private void metadataIsEmpty(Reviews.Asked asked, ApiRequest request, FieldErrors errors) {
        ObjectNode body = asked.body();
        if (!body.path("metadata").isEmpty()) {
            errors.invalid("metadata", owned(body, request), "must be empty");
        }
    }

    /// The metadata of a review, with who set which fields.
    private JsonNode owned(ObjectNode body, ApiRequest request) {
        FieldWriter writer = FieldWriter.of(
                request.parameter("fieldManager").orElse(""), request.caller().agent(), time.wall());
        GroupVersionKind kind = GroupVersionKind.of(
                body.path("apiVersion").asText(""), body.path("kind").asText(""));
        FieldScope scope = FieldScope.of(Schema.builtIn().kind(kind).orElseThrow(), kind, "", "status");
        return ManagedFields.create(scope, body, writer).path("metadata");
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
                        selected(r.path("fieldSelector")));
        Decision decision = authorizer.decide(attributes);
        ObjectNode status = body.putObject("status");
        status.put("allowed", decision instanceof Decision.Allow);
        reason(decision).ifPresent(text -> status.put("reason", text));
    }

    /// What the review says of a field selector, as far as it asks for exact values.
    private static FieldSelector selected(JsonNode selector) {
        try {
            if (selector.hasNonNull("rawSelector")) {
                return FieldSelector.parse(selector.path("rawSelector").asText(""));
            }
        } catch (SelectorSyntaxException _) {
            return FieldSelector.EVERYTHING;
        }
        List<FieldSelector.Term> terms = new ArrayList<>();
        for (JsonNode one : selector.path("requirements")) {
            if (one.path("operator").asText("").equals("In")
                    && one.path("values").size() == 1) {
                terms.add(new FieldSelector.Term(
                        one.path("key").asText(""),
                        true,
                        one.path("values").path(0).asText("")));
            }
        }
        return new FieldSelector(terms);
    }

    private static Optional<String> reason(Decision decision) {
        String text = switch (decision) {
            case Decision.Allow allow -> allow.reason();
            case Decision.Refuse refuse -> refuse.reason();
        };
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
