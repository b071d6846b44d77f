package dev.tenure.apiserver;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.Environment;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.Identities;
import dev.tenure.apiserver.handler.Routes;
import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.handler.StoreReader;
import dev.tenure.apiserver.handler.WireBodyReader;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.OverloadedException;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The API server without any transport: authorises each request, finds its kind, and hands it to the
/// handler.
/// Immutable;
/// safe for use by several threads.
public final class ApiServer implements ApiEndpoint {
    private final KindTable kinds;
    private final Handlers handlers;
    private final Authorizer authorizer;
    private final Map<String, SpecialHandler> special;

    /// @param special by `group/resource` or `group/resource/subresource`
    ApiServer(KindTable kinds, Handlers handlers, Authorizer authorizer, Map<String, SpecialHandler> special) {
        this.kinds = kinds;
        this.handlers = handlers;
        this.authorizer = authorizer;
        this.special = Map.copyOf(special);
    }

    /// An API server over a store, with everything in place that a new cluster begins with.
    public static ApiServer start(ApiServerOptions options) {
        KindTable kinds = KindTable.standard();
        TimeSource time = options.loop().time();
        var admission = new AdmissionChain(options.plugins(), new StoreReader(options.store(), kinds, time));
        var environment = new Environment(kinds, options.store(), admission, time, new Identities(options.random()));
        var handlers = new Handlers(environment, new WireBodyReader(Schema.builtIn()));
        Authorizer masters = attributes -> attributes.caller().groups().contains(Caller.SYSTEM_MASTERS)
                ? new Decision.Allow("")
                : new Decision.Refuse("");
        return new ApiServer(kinds, handlers, masters, handlers.special());
    }

    public KindTable kinds() {
        return kinds;
    }

    public Authorizer authorizer() {
        return authorizer;
    }

    @Override
    public ApiReply call(ApiRequest request) {
        try {
            authorise(request);
            KindEntry entry = Routes.entry(kinds, request.target());
            Routes.check(entry, request.target(), request.verb());
            return dispatch(entry, request);
        } catch (RuntimeException e) {
            return new ApiReply.Failure(failure(e), List.of());
        }
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        try {
            authorise(request);
            KindEntry entry = Routes.entry(kinds, request.target());
            Routes.check(entry, request.target(), request.verb());
            return handlers.watch(entry, request);
        } catch (RuntimeException e) {
            return new WatchReply.Refused(failure(e));
        }
    }

    private ApiReply dispatch(KindEntry entry, ApiRequest request) {
        Target target = request.target();
        String key = target.group() + "/" + target.resource();
        SpecialHandler handler = special.get(target.subresource().isEmpty() ? key : key + "/" + target.subresource());
        if (handler != null) {
            return handler.call(entry, request);
        }
        boolean generic = entry.subresource(target.subresource())
                .map(Subresource::ofObject)
                .orElse(true);
        if (!generic || entry.has(KindEntry.Flag.VIRTUAL)) {
            throw new RefusedException(Statuses.unknownPath());
        }
        return handlers.call(entry, request);
    }

    private void authorise(ApiRequest request) {
        Attributes attributes = Attributes.of(request);
        if (authorizer.decide(attributes) instanceof Decision.Refuse refuse) {
            throw new RefusedException(refusal(attributes, refuse.reason()));
        }
    }

    private static Status refusal(Attributes a, String reason) {
        String where = a.namespace().isEmpty() ? "at the cluster scope" : "in the namespace \"" + a.namespace() + "\"";
        String why = "User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s%s"
                .formatted(
                        a.caller().user(),
                        a.verb(),
                        a.fullResource(),
                        a.group(),
                        where,
                        reason.isEmpty() ? "" : ": " + reason);
        return Statuses.forbidden(a.group(), a.resource(), a.name(), why, List.of());
    }

    /// What a thrown refusal or fault says to the client. A fault that nobody foresaw says no more than
    /// that.
    public static Status failure(RuntimeException e) {
        return switch (e) {
            case RefusedException refused -> refused.status();
            case PatchException patch -> patch.status();
            case ExpiredException expired -> Statuses.tooOldRevision(expired.asked(), expired.compacted());
            case OverloadedException _ ->
                Statuses.tooManyRequests("too many requests, please try again later", 1, List.of());
            case StoreUnavailableException unavailable ->
                Statuses.unavailable(String.valueOf(unavailable.getMessage()));
            default ->
                Statuses.internal(
                        Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
        };
    }
}
