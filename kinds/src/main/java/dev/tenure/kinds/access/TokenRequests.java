package dev.tenure.kinds.access;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Bound;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Grant;
import dev.tenure.apiserver.handler.ActionAdmission;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.managedfields.FieldScope;
import dev.tenure.wire.patch.managedfields.FieldWriter;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Gives out tokens of service accounts: `serviceaccounts/token`.
public final class TokenRequests {
    private static final ResourceType TOKEN_REQUEST =
            new ResourceType("authentication.k8s.io", "v1", "tokenrequests", "TokenRequest", Scope.NAMESPACED);
    private static final FieldScope FIELDS = FieldScope.of(
            Schema.builtIn()
                    .kind(TOKEN_REQUEST.apiVersion(), TOKEN_REQUEST.kind())
                    .orElseThrow(),
            GroupVersionKind.of(TOKEN_REQUEST),
            "token");
    private static final long SECONDS_DEFAULT = 3600;
    private static final long SECONDS_MIN = 600;
    private static final long SECONDS_MAX = 1L << 32;

    private final Environment environment;
    private final BodyReader bodies;
    private final ServiceAccountTokens tokens;

    public TokenRequests(Environment environment, BodyReader bodies, ServiceAccountTokens tokens) {
        this.environment = environment;
        this.bodies = bodies;
        this.tokens = tokens;
    }

    public ApiReply create(KindEntry entry, ApiRequest request, List<String> warnings) {
        Target target = request.target();
        Reviews.Asked asked = Reviews.read(bodies, entry, TOKEN_REQUEST, request, warnings);
        Trees.fill(asked.body().withObject("spec"), "expirationSeconds", SECONDS_DEFAULT);
        Trees.fill(asked.body().withObject("metadata"), "namespace", target.namespace());
        ArrayNode managers = managers(asked.body(), request);
        new ActionAdmission(environment, () -> complete(asked.body(), account(entry, target), target))
                .admit(entry, request, asked.body(), WriteOptions.of(request, false), warnings);
        StoredObject account = account(entry, target);
        ObjectNode spec = asked.body().withObject("spec");
        long wanted = spec.path("expirationSeconds").asLong(SECONDS_DEFAULT);
        long seconds = tokens.seconds(wanted);
        if (seconds < wanted) {
            warnings.add("requested expiration of %d seconds shortened to %d seconds".formatted(wanted, seconds));
        }
        Map<String, Bound> bound = bound(spec.path("boundObjectRef"), target);
        Instant now = environment.time().wall();
        List<String> audiences = new ArrayList<>();
        spec.path("audiences").forEach(a -> audiences.add(a.asText("")));
        if (audiences.isEmpty()) {
            audiences.add(tokens.issuer());
        }
        Instant until = now.plusSeconds(seconds);
        String token = tokens.issue(new Grant(
                target.namespace(),
                target.name(),
                account.uid(),
                audiences,
                bound,
                now,
                until,
                environment.identities().uid()));
        asked.body().putObject("status").put("token", token).put("expirationTimestamp", ObjectTrees.seconds(until));
        fill(spec, audiences, seconds);
        ObjectTrees.metadata(asked.body()).set("managedFields", managers);
        return asked.created();
    }

    private StoredObject account(KindEntry entry, Target target) {
        return environment
                .store()
                .get(entry.stored().key(target.namespace(), target.name()))
                .orElseThrow(() -> new RefusedException(Statuses.notFound(entry.type(), target.name())));
    }

    /// Fills in what plugins are shown that only look at the request.
    private void complete(ObjectNode body, StoredObject account, Target target) {
        checkPlace(body, target);
        checkUid(body, account);
        ObjectNode metadata = ObjectTrees.metadata(body);
        metadata.put("name", target.name()).put("namespace", target.namespace()).put("uid", account.uid());
        metadata.put("creationTimestamp", ObjectTrees.seconds(environment.time().wall()));
        if (body.path("spec").path("audiences").isEmpty()) {
            body.withObject("spec").putArray("audiences").add(tokens.issuer());
        }
        check(body.path("spec").path("expirationSeconds").asLong(SECONDS_DEFAULT));
    }

    /// Who asked for what, defaults included; upstream notes it though nothing is stored.
    private ArrayNode managers(ObjectNode body, ApiRequest request) {
        FieldWriter writer = FieldWriter.of(
                WriteOptions.of(request, false).fieldManager(),
                request.caller().agent(),
                environment.time().wall());
        return ManagedFields.firstManagers(FIELDS, body, writer);
    }

    /// What the body says of name and namespace must be what the path says.
    private static void checkPlace(ObjectNode body, Target target) {
        JsonNode metadata = body.path("metadata");
        String namespace = ObjectTrees.text(metadata, "namespace");
        if (!namespace.isEmpty() && !namespace.equals(target.namespace())) {
            throw new RefusedException(Statuses.otherNamespace());
        }
        String name = ObjectTrees.text(metadata, "name");
        if (!name.isEmpty() && !name.equals(target.name())) {
            var errors = new FieldErrors();
            errors.invalid("metadata.name", name, "must match the service account name if specified");
            throw new RefusedException(errors.status(TOKEN_REQUEST, target.name()));
        }
    }

    private static void checkUid(ObjectNode body, StoredObject account) {
        String asked = ObjectTrees.text(body.path("metadata"), "uid");
        if (!asked.isEmpty() && !asked.equals(account.uid())) {
            throw new RefusedException(Statuses.conflict(
                    TOKEN_REQUEST.group(),
                    TOKEN_REQUEST.kind(),
                    account.key().name(),
                    "the UID in the token request (%s) does not match the UID of the service account (%s)"
                            .formatted(asked, account.uid())));
        }
    }

    private static void check(long seconds) {
        var errors = new FieldErrors();
        if (seconds < SECONDS_MIN) {
            errors.invalid("spec.expirationSeconds", seconds, "may not specify a duration less than 10 minutes");
        }
        if (seconds > SECONDS_MAX) {
            errors.invalid("spec.expirationSeconds", seconds, "may not specify a duration larger than 2^32 seconds");
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(errors.status(TOKEN_REQUEST, ""));
        }
    }

    private static void fill(ObjectNode spec, List<String> audiences, long seconds) {
        Reviews.texts(spec, "audiences", audiences);
        spec.put("expirationSeconds", seconds);
        if (!spec.has("boundObjectRef")) {
            spec.putNull("boundObjectRef");
        }
    }

    private Map<String, Bound> bound(JsonNode reference, Target target) {
        var bound = new LinkedHashMap<String, Bound>();
        if (!reference.isObject()) {
            return bound;
        }
        String apiVersion = reference.path("apiVersion").asText("");
        String kind = reference.path("kind").asText("");
        // As upstream, which asks for the group but not for the version.
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        ResourceType type = switch (group + "/" + kind) {
            case "/Pod" -> ResourceTypes.PODS;
            case "/Secret" -> ResourceTypes.SECRETS;
            case "/Node" -> ResourceTypes.NODES;
            default ->
                throw new RefusedException(Statuses.badRequest(
                        "cannot bind token to object of type %s, Kind=%s".formatted(gvPrefix(apiVersion), kind)));
        };
        String name = reference.path("name").asText("");
        if (name.isEmpty()) {
            throw new RefusedException(Statuses.badRequest("Name parameter required."));
        }
        StoredObject object = environment
                .store()
                .get(type.key(target.namespace(), name))
                .orElseThrow(() -> new RefusedException(Statuses.notFound(type, name)));
        if (kind.equals("Pod")) {
            checkAccount(object, target);
        }
        String uid = reference.path("uid").asText("");
        if (!uid.isEmpty() && !uid.equals(object.uid())) {
            throw new RefusedException(Statuses.conflict(
                    "",
                    kind,
                    name,
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(uid)));
        }
        if (kind.equals("Pod")) {
            node(object).ifPresent(n -> bound.put("node", n));
        }
        bound.put(kind.toLowerCase(Locale.ROOT), new Bound(name, object.uid()));
        return bound;
    }

    private static void checkAccount(StoredObject pod, Target target) {
        String account =
                ObjectTrees.tree(pod).path("spec").path("serviceAccountName").asText("");
        if (!account.equals(target.name())) {
            throw new RefusedException(Statuses.badRequest(
                    "cannot bind token for serviceaccount \"%s\" to pod running with different serviceaccount name."
                            .formatted(target.name())));
        }
    }

    private Optional<Bound> node(StoredObject pod) {
        String name = ObjectTrees.tree(pod).path("spec").path("nodeName").asText("");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Bound(
                        name,
                        environment
                                .store()
                                .get(ResourceTypes.NODES.key("", name))
                                .map(StoredObject::uid)
                                .orElse("")));
    }

    private static String gvPrefix(String apiVersion) {
        return apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
    }
}
