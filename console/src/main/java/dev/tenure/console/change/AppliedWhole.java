package dev.tenure.console.change;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.change.ConsoleChange.Workload;
import dev.tenure.console.shown.ApiAnswers;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.Shown;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.plan.source.BuiltInKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// What a workload would be after its tolerations are saved by a server-side apply: the cluster is asked by a
/// dry run, and answers with the whole object, as plans need it. A plan applies like a client, for which a
/// part of an object would be all of it.
public final class AppliedWhole {
    private AppliedWhole() {}

    /// The same question, about whole objects.
    ///
    /// @throws ConsoleFault when the cluster refuses what would be applied
    public static WhatIf of(ClusterClient client, WhatIf question) {
        if (!(question instanceof WhatIf.Changed(ConsoleChange change))) {
            return question;
        }
        return switch (change) {
            case ConsoleChange.Tolerate(var workload, var tolerations, boolean force) ->
                new WhatIf.Changed(new ConsoleChange.Apply(List.of(tolerated(client, workload, tolerations)), force));
            // manifests stay those of the user, who may save the plan and apply it later
            case ConsoleChange.Apply _,
                    ConsoleChange.AddTaint _,
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
