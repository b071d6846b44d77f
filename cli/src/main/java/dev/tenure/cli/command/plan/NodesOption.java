package dev.tenure.cli.command.plan;

import dev.tenure.plan.change.Change.NodeChoice;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which nodes are meant, beside those that are named.
public final class NodesOption {
    private static final String PREFIX = "node/";

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "All nodes with these labels, as kubectl takes them.")
    private String selector = "";

    @Option(names = "--all", description = "All nodes.")
    private boolean all;

    /// As `kubectl taint` takes them: names are passed over where a selector or all nodes are asked for.
    ///
    /// @throws IllegalArgumentException when no node is meant
    public NodeChoice orNamed(List<String> names) {
        return with(selector.isEmpty() && !all ? names : List.of());
    }

    /// @param names with or without `node/` before them
    /// @throws IllegalArgumentException when no node is meant
    public NodeChoice with(List<String> names) {
        List<String> bare = names.stream()
                .map(name -> name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name)
                .toList();
        if (!bare.isEmpty() && !selector.isEmpty()) {
            throw new IllegalArgumentException("cannot specify both a node name and a --selector option");
        }
        if (!bare.isEmpty() && all) {
            throw new IllegalArgumentException("cannot specify both a node name and --all");
        }
        if (bare.isEmpty() && selector.isEmpty() && !all) {
            throw new IllegalArgumentException("missing: a node's name, --selector, or --all");
        }
        return new NodeChoice(bare, selector, all, Optional.empty());
    }
}
