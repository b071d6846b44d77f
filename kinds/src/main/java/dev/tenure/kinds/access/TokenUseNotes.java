package dev.tenure.kinds.access;

import dev.tenure.apiserver.authn.KeptTokenUse;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.runtime.loop.Published;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.PatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Labels Secrets with the day on which their token was shown last, once a day each. The sender of the
/// request waits for it, and what it asks for is answered though the label cannot be written. Safe for use by
/// several threads. Upstream: pkg/serviceaccount/legacy.go (patchSecretWithLastUsedDate).
public final class TokenUseNotes {
    private static final System.Logger LOG = System.getLogger(TokenUseNotes.class.getPackageName());
    private static final Caller SELF = Caller.component(
            "system:apiserver", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "kube-apiserver");

    private final Published<KindTable> kinds;
    private final Handlers handlers;

    public TokenUseNotes(Published<KindTable> kinds, Handlers handlers) {
        this.kinds = kinds;
        this.handlers = handlers;
    }

    /// Notes the day at the very Secret that was read.
    public void note(KeptTokenUse use) {
        ObjectNode patch = Json.object();
        ObjectNode metadata = patch.putObject("metadata").put("uid", use.uid());
        metadata.putObject("labels").put(KeptTokenUse.LABEL, use.day().toString());
        ObjectKey secret = use.secret();
        var target = new Target(secret.group(), "v1", secret.resource(), secret.namespace(), secret.name(), "");
        var body = new Body(Body.MERGE_PATCH, Json.write(patch));
        try {
            handlers.call(
                    kinds.get().find(secret.group(), "v1", secret.resource()).orElseThrow(),
                    new ApiRequest(Verb.PATCH, target, Map.of(), body, SELF),
                    new ArrayList<>());
        } catch (RefusedException | PatchException | StoreUnavailableException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "cannot note that the token of Secret {0}/{1} is used: {2}",
                    secret.namespace(),
                    secret.name(),
                    e.getMessage());
        }
    }
}
