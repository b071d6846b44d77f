package dev.tenure.launch.nodes;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// What the nodes that `tenure up` makes by their number are like. Those of files say it themselves.
public final class NodeFormOptions {
    @Option(
            names = "--zones",
            paramLabel = "N",
            defaultValue = "0",
            description = "Put these nodes into zone-1 … zone-N in turn (default: into none).")
    private int zones;

    @Option(
            names = "--node-capacity",
            split = ",",
            paramLabel = "RESOURCE=AMOUNT",
            description = "What each of them has, for example cpu=8,memory=32Gi,pods=250,nvidia.com/gpu=2 (default:"
                    + " cpu=4,memory=16Gi,ephemeral-storage=100Gi,pods=110).")
    private Map<String, String> capacity = new LinkedHashMap<>();

    @Option(
            names = "--node-label",
            split = ",",
            paramLabel = "KEY=VALUE",
            description = "A label of each of them. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--node-taint",
            split = ",",
            paramLabel = "KEY[=VALUE]:EFFECT",
            description = "A taint that each of them bears from the beginning. May be repeated.")
    private List<String> taints = List.of();

    /// What the command line says.
    ///
    /// @param count of the nodes that are to be like this
    /// @param zonesMax the most zones that make sense
    /// @throws CommandFailure when it makes no sense, or says something of nodes that are not made
    public NodeForm form(int count, int zonesMax) {
        if (zones < 0 || zones > zonesMax) {
            throw new CommandFailure(ExitCode.USAGE, "--zones %d is out of range: 0 to %d".formatted(zones, zonesMax));
        }
        NodeForm form = NodeForm.read("--node-", zones, labels, taints, capacity);
        if (count == 0 && form.special()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--node-capacity, --node-label and --node-taint are about the nodes that --nodes makes, which are"
                            + " none here");
        }
        return form;
    }
}
