package dev.tenure.cli.command;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import picocli.CommandLine.Option;

/// How a command tells which nodes it has changed: a line each for people, their names alone as kubectl's
/// `-o name` has them, or one document: `{"nodes": [{"name": …, "done": …}]}`.
public final class ChangedNodesOption {
    /// Of the document.
    static final String KIND = "NodeChanges";

    /// How to print.
    public enum Format {
        text,
        name,
        json,
        yaml
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.text;

    /// Tells what has been done.
    ///
    /// @param done one word or more that say what became of each, for example `stopped`
    public void print(PrintWriter out, Collection<String> nodes, String done) {
        switch (format) {
            case text -> nodes.forEach(node -> out.println("node/%s %s".formatted(node, done)));
            case name -> nodes.forEach(node -> out.println("node/" + node));
            case json -> out.println(PrettyJson.write(document(nodes, done)));
            case yaml -> out.print(new String(Yaml.write(document(nodes, done)), StandardCharsets.UTF_8));
        }
        out.flush();
    }

    private static ObjectNode document(Collection<String> nodes, String done) {
        ObjectNode fields = Json.object();
        ArrayNode list = fields.putArray("nodes");
        nodes.forEach(node -> list.addObject().put("name", node).put("done", done));
        return VersionedDocument.of(KIND, fields);
    }
}
