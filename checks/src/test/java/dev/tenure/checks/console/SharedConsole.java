package dev.tenure.checks.console;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.model.meta.ResourceTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One cluster, console and browser for all classes that ask for it, for they take ten seconds to start. The
/// cluster has a workload, and objects whose fields hold what a stranger would like a browser to run.
final class SharedConsole implements BeforeAllCallback, ParameterResolver {
    /// Who uses it is alone with it.
    static final String LOCK = "shared console";

    static final String SCRIPT = "<img src=x onerror=window.hit=1><script>window.hit=1</script>";

    private static final String WORKLOAD = """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"replicas": 3,
         "selector": {"matchLabels": {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}},
         "spec": {"containers": [{"name": "web", "image": "nginx"}]}}}}\
        """;
    private static final String STRANGE_EVENT = """
        {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "strange"}, "type": "Warning", "reason": "SCRIPT",
         "message": "SCRIPT", "source": {"component": "SCRIPT"}, "involvedObject": {"kind": "Pod", "name": "strange",
         "namespace": "default"}, "lastTimestamp": "2026-01-01T00:00:00Z"}\
        """;
    private static final String STRANGE_NODE = """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "strange", "annotations": {"note": "SCRIPT"}}}\
        """;
    private static final String STRANGE_POD = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "strange", "annotations": {"note": "SCRIPT"}},
         "spec": {"nodeSelector": {"no": "where"}, "containers": [{"name": "c", "image": "SCRIPT"}]}}\
        """;
    private static final String STRANGE_STATUS = """
        {"status": {"conditions": [{"type": "Strange", "status": "True", "reason": "Strange", "message": "SCRIPT",
         "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}\
        """;

    private static final Namespace KEPT = Namespace.create(SharedConsole.class);

    private record Kept(BrowsedConsole console, Path folder) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            console.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> chromium = NodePrograms.chromium();
        assumeTrue(chromium.isPresent(), "there is no Chromium on this machine");
        assumeTrue(NodePrograms.node().isPresent(), "there is no Node for this machine");
        context.getRoot().getStore(KEPT).computeIfAbsent("console", _ -> start(chromium.orElseThrow()), Kept.class);
    }

    private static Kept start(Path chromium) {
        try {
            Path folder = Files.createTempDirectory("tenure-console");
            BrowsedConsole console = BrowsedConsole.start(folder, chromium);
            fill(console);
            return new Kept(console, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fill(BrowsedConsole console) {
        console.create(ResourceTypes.DEPLOYMENTS, "default", WORKLOAD);
        console.create(ResourceTypes.NODES, "", STRANGE_NODE.replace("SCRIPT", SCRIPT));
        console.create(ResourceTypes.PODS, "default", STRANGE_POD.replace("SCRIPT", SCRIPT));
        console.create(ResourceTypes.EVENTS, "default", STRANGE_EVENT.replace("SCRIPT", SCRIPT));
        console.patchStatus(ResourceTypes.NODES, "", "strange", STRANGE_STATUS.replace("SCRIPT", SCRIPT));
        console.patchStatus(ResourceTypes.PODS, "default", "strange", STRANGE_STATUS.replace("SCRIPT", SCRIPT));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BrowsedConsole.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Kept kept = context.getRoot().getStore(KEPT).get("console", Kept.class);
        return Objects.requireNonNull(kept).console();
    }
}
