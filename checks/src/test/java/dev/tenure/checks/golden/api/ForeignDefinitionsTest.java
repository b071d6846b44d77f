package dev.tenure.checks.golden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Definitions that others publish are taken: fetched from their Go modules, created one by one, and served.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class ForeignDefinitionsTest {
    private static final int DOWNLOAD_MINUTES = 10;
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(textBlock = """
        github.com/prometheus-operator/prometheus-operator@v0.85.0, example/prometheus-operator-crd, 10
        github.com/prometheus-operator/prometheus-operator@v0.85.0, example/prometheus-operator-crd-full, 10
        github.com/cert-manager/cert-manager@v1.21.2, deploy/crds, 6
        sigs.k8s.io/gateway-api@v1.6.0, config/crd/standard, 6
        sigs.k8s.io/gateway-api@v1.6.0, config/crd/experimental, 12
        sigs.k8s.io/karpenter@v1.14.0, pkg/apis/crds, 3
        github.com/kyverno/kyverno@v1.19.1, config/crds, 20
        istio.io/istio@v0.0.0-20260827124520-eed52ebb66ad, manifests/charts/base/files, 14
        """)
    void definitionsOfOthersAreTaken(String module, String folder, int definitionsMin)
            throws IOException, InterruptedException {
        List<String> documents = documents(downloaded(module).resolve(folder));
        assertThat(documents).hasSizeGreaterThanOrEqualTo(definitionsMin);
        List<String> refused = new ArrayList<>();
        try (var process = ProfileServer.start("default", new SystemTime(), new Engine.Memory());
                var server = new TestedServer(process.address(), process.token())) {
            for (String document : documents) {
                JsonNode headers = Json.object().put("Content-Type", "application/yaml");
                HttpAnswer answer = server.send(
                        "POST", DEFINITIONS, headers, Optional.of(document.getBytes(StandardCharsets.UTF_8)));
                if (answer.status() != 201) {
                    refused.add(new String(answer.body(), StandardCharsets.UTF_8));
                }
            }
            JsonNode served = Json.read(server.send("GET", DEFINITIONS, Json.object(), Optional.empty())
                    .body());
            for (JsonNode definition : served.path("items")) {
                definition.path("status").path("conditions").forEach(condition -> {
                    if (condition.path("type").asText().equals("NonStructuralSchema")) {
                        refused.add(definition.path("metadata").path("name").asText() + ": " + condition);
                    }
                });
            }
        }
        assertThat(refused).isEmpty();
    }

    /// Where Go's own client put the module; without Go or a way to its proxy there is nothing to test.
    private static Path downloaded(String module) throws IOException, InterruptedException {
        Process download;
        try {
            download = new ProcessBuilder("go", "mod", "download", "-json", module)
                    .directory(Path.of(System.getProperty("java.io.tmpdir")).toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no Go on this machine: " + e.getMessage());
            throw e;
        }
        byte[] body = download.getInputStream().readAllBytes();
        assertThat(download.waitFor(DOWNLOAD_MINUTES, TimeUnit.MINUTES)).isTrue();
        JsonNode answer = body.length == 0 ? Json.object() : Json.read(body);
        assumeTrue(
                answer.has("Dir"),
                "module " + module + " cannot be downloaded: "
                        + answer.path("Error").asText());
        return Path.of(answer.path("Dir").asText());
    }

    private static List<String> documents(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        List<String> documents = new ArrayList<>();
        for (Path file : files) {
            for (String document : Files.readString(file).split("(?m)^---\\s*$")) {
                if (document.lines().anyMatch(line -> line.strip().equals("kind: CustomResourceDefinition"))) {
                    documents.add(document);
                }
            }
        }
        return documents;
    }
}
