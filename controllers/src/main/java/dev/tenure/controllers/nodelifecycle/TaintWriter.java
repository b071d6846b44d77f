package dev.tenure.controllers.nodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Adds taints to a node and takes them off, each by a patch that fails when somebody else was faster and
/// is then tried again. Every method blocks. Upstream: controller_utils.go (AddOrUpdateTaintOnNode,
/// RemoveTaintOffNode).
final class TaintWriter {
    private static final int ATTEMPTS_MAX = 5;

    private final ClusterClient client;

    TaintWriter(ClusterClient client) {
        this.client = client;
    }

    /// First adds, then removes, as two patches where both change something.
    ///
    /// @param now written as `timeAdded` of what is added
    /// @return whether the node carries what it should, or is gone
    boolean swap(String node, List<Taint> add, List<Taint> remove, Instant now) {
        Instant seconds = now.truncatedTo(ChronoUnit.SECONDS);
        boolean added = add.isEmpty()
                || change(
                        node,
                        taints -> with(
                                taints,
                                add.stream()
                                        .map(taint -> taint.withTimeAdded(seconds))
                                        .toList()));
        return added && (remove.isEmpty() || change(node, taints -> without(taints, remove)));
    }

    private interface Change {
        List<Taint> apply(List<Taint> taints);
    }

    private boolean change(String name, Change change) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            ApiReply read = client.get(ResourceTypes.NODES, "", name);
            if (!(read instanceof ApiReply.One(var _, StoredObject stored, var _))) {
                return read instanceof ApiReply.Failure(var status, var _) && status.is("NotFound");
            }
            List<Taint> before = stored.view(Node.class).spec().taints();
            List<Taint> after = change.apply(before);
            if (after.equals(before)) {
                return true;
            }
            ApiReply patched = client.patch(
                    ResourceTypes.NODES,
                    "",
                    name,
                    "",
                    new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(TaintsShape.patch(stored.revision(), after))));
            if (!(patched instanceof ApiReply.Failure(var status, var _))) {
                return true;
            }
            if (!status.isConflict()) {
                return false;
            }
        }
        return false;
    }

    /// A taint of the same key and effect is replaced where it stands, unless it is equal but for its
    /// time; others are appended.
    private static List<Taint> with(List<Taint> taints, List<Taint> add) {
        var result = new ArrayList<>(taints);
        for (Taint taint : add) {
            int at = indexOf(result, taint);
            if (at < 0) {
                result.add(taint);
            } else if (!result.get(at).value().equals(taint.value())) {
                result.set(at, taint);
            }
        }
        return result;
    }

    private static List<Taint> without(List<Taint> taints, List<Taint> remove) {
        return taints.stream()
                .filter(taint -> remove.stream().noneMatch(taint::sameAs))
                .toList();
    }

    private static int indexOf(List<Taint> taints, Taint wanted) {
        for (int i = 0; i < taints.size(); i++) {
            if (taints.get(i).sameAs(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
