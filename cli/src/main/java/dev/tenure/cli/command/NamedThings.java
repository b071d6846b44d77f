package dev.tenure.cli.command;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import java.util.Map;
import java.util.Optional;

/// What a command line names of a cluster. Where nothing is found, a name that is nowhere is more likely a
/// slip than an answer: whoever waits for `--node nod-1` to be empty waits for nothing.
///
/// @param pod in the namespace, else in any
record NamedThings(Optional<String> node, Optional<String> namespace, Optional<String> pod) {
    /// To be asked where nothing is known of these names from earlier.
    ///
    /// @throws CommandFailure when one of them is nowhere; what the caller may not see counts as being there
    void requireKnown(ClusterClient client) {
        node.ifPresent(name -> require(client, ResourceTypes.NODES, name, "node"));
        namespace.ifPresent(name -> require(client, ResourceTypes.NAMESPACES, name, "namespace"));
        pod.filter(name -> isAbsent(client, name)).ifPresent(name -> {
            throw unknown(
                    "pod",
                    name,
                    namespace.map(each -> " in the namespace " + each).orElse(""));
        });
    }

    private static void require(ClusterClient client, ResourceType type, String name, String word) {
        if (client.get(type, "", name) instanceof ApiReply.Failure(var status, var _) && status.isNotFound()) {
            throw unknown(word, name, "");
        }
    }

    private boolean isAbsent(ClusterClient client, String name) {
        return client.list(
                                ResourceTypes.PODS,
                                namespace.orElse(""),
                                Map.of("fieldSelector", "metadata.name=" + name, "limit", "1"))
                        instanceof ApiReply.Many many
                && many.items().isEmpty();
    }

    private static CommandFailure unknown(String word, String name, String where) {
        return new CommandFailure(
                ExitCode.FAILED, "there is no %s %s%s, and nothing is remembered of one".formatted(word, name, where));
    }
}
