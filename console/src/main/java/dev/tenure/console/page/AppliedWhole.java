package dev.tenure.console.page;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.page.ConsoleChange.Workload;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.plan.source.BuiltInKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a cluster would have after a server-side apply: it is asked by a dry run, and answers with whole objects, as
/// plans need them. A plan applies like a client, for which a part of an object would be all of it.
final class AppliedWhole {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private AppliedWhole() {}

    /// The same question, about whole objects.
    ///
    /// @throws ConsoleFault when the cluster refuses what would be applied
    static WhatIf of(ClusterClient client, WhatIf question) {
        if (!(question instanceof WhatIf.Changed(ConsoleChange change))) {
            return question;
        }
        return switch (change) {
            case ConsoleChange.Tolerate(var workload, var tolerations, boolean force) ->
                new WhatIf.Changed(new ConsoleChange.Apply(List.of(tolerated(client, workload, tolerations)), force));
            case ConsoleChange.Apply(var manifests, boolean force) ->
                new WhatIf.Changed(new ConsoleChange.Apply(wholes(client, manifests), force));
            case ConsoleChange.AddTaint _,
                    ConsoleChange.RemoveTaint _,
                    ConsoleChange.Cordon _,
                    ConsoleChange.Drain _,
                    ConsoleChange.Power _,
                    ConsoleChange.Scale _ -> question;
        };
    }

    /// An empty list is said too: a plan takes away only what it is told to.
    private static ObjectNode tolerated(ClusterClient client, Workload workload, List<Toleration> tolerations) {
        ObjectNode whole = whole(ask(client, KubectlCommand.applied(workload, tolerations)));
        if (whole.at("/spec/template/spec") instanceof ObjectNode spec) {
            spec.set("tolerations", Shown.tolerations(tolerations));
        }
        return whole;
    }

    /// What the cluster does not tell, for it lies in a namespace that is applied too or may not be written, is taken
    /// as it stands.
    private static List<ObjectNode> wholes(ClusterClient client, List<ObjectNode> manifests) {
        List<ObjectNode> wholes = new ArrayList<>();
        for (ObjectNode manifest : manifests) {
            ApiReply reply = ask(client, manifest);
            boolean untold = reply instanceof ApiReply.Failure(var status, var _)
                    && (status.code() == FORBIDDEN || status.code() == NOT_FOUND);
            wholes.add(untold ? manifest : whole(reply));
        }
        return wholes;
    }

    /// Who manages the fields does not matter: what is saved by force follows from the same objects.
    private static ApiReply ask(ClusterClient client, ObjectNode manifest) {
        return client.call(
                Verb.PATCH,
                ManifestTargets.target(new BuiltInKinds(), manifest),
                Map.of("fieldManager", ChangeMaker.FIELD_MANAGER, "force", "true", "dryRun", "All"),
                new Body(Body.APPLY_PATCH, Json.write(manifest)));
    }

    /// Without what belongs to the cluster that answered.
    private static ObjectNode whole(ApiReply reply) {
        ObjectNode whole = ApiAnswers.document(reply);
        whole.remove("status");
        if (whole.path("metadata") instanceof ObjectNode metadata) {
            List.of("managedFields", "resourceVersion", "uid", "creationTimestamp", "generation")
                    .forEach(metadata::remove);
        }
        return whole;
    }
}
