package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.volume.VolumeMatchRule;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// Writes which volume a claim gets, or for which node one is to be made for it; the rest is up to the
/// controller of volumes. Every call blocks. Upstream: binder.go (bindAPIUpdate).
final class VolumeBindingClient {
    private static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    private final ClusterClient client;

    VolumeBindingClient(ClusterClient client) {
        this.client = client;
    }

    /// Stops at the first write that fails; what was written before stays.
    Verdict write(VolumeRule.Found found, String node) {
        for (VolumeRule.Binding binding : found.bindings()) {
            Optional<String> failure = keep(binding.volume().meta().name(), binding.claim());
            if (failure.isPresent()) {
                return new Verdict.Failed(VolumeBinding.NAME, failure.get());
            }
        }
        for (VolumeRule.Provision provision : found.provisions()) {
            Optional<String> failure = select(provision.claim(), node);
            if (failure.isPresent()) {
                return new Verdict.Failed(VolumeBinding.NAME, failure.get());
            }
        }
        return Verdict.Pass.PASS;
    }

    private Optional<String> keep(String volume, PersistentVolumeClaim claim) {
        ApiReply got = client.get(ResourceTypes.PERSISTENT_VOLUMES, "", volume);
        if (!(got instanceof ApiReply.One(var _, StoredObject stored, var _))) {
            return failure(got);
        }
        PersistentVolume now = stored.view(PersistentVolume.class);
        boolean kept = VolumeMatchRule.keptFor(now, claim);
        if (now.claim().isPresent() && !kept) {
            return Optional.of("volume \"" + volume + "\" already bound to a different claim.");
        }
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata")
                .put("uid", stored.uid())
                .put("resourceVersion", String.valueOf(stored.revision()));
        if (!kept) {
            meta.putObject("annotations").put(BOUND_BY_CONTROLLER, "yes");
        }
        patch.putObject("spec")
                .putObject("claimRef")
                .put("apiVersion", "v1")
                .put("kind", "PersistentVolumeClaim")
                .put("namespace", claim.meta().namespace())
                .put("name", claim.meta().name())
                .put("uid", claim.meta().uid());
        return failure(client.patch(ResourceTypes.PERSISTENT_VOLUMES, "", volume, "", merge(patch)));
    }

    private Optional<String> select(PersistentVolumeClaim claim, String node) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", claim.meta().uid())
                .putObject("annotations")
                .put(AssumedVolumes.SELECTED_NODE, node);
        return failure(client.patch(
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                claim.meta().namespace(),
                claim.meta().name(),
                "",
                merge(patch)));
    }

    private static Body merge(ObjectNode patch) {
        return new Body(Body.MERGE_PATCH, Document.of(patch));
    }

    private static Optional<String> failure(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? Optional.of(status.message()) : Optional.empty();
    }
}
