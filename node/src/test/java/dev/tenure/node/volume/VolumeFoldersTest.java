package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Volumes of a pod when what they are made of is missing.
final class VolumeFoldersTest {
    private final Map<String, String> objects = new ConcurrentHashMap<>();
    private final VolumeFolders folders;

    VolumeFoldersTest(@TempDir Path root) {
        var client = new ClusterClient(new Objects(), Caller.component("agent", List.of(), "agent"));
        folders = new VolumeFolders(root, new ConfigSource(client));
    }

    private Path make(String source, String version) {
        String pod = "{'metadata': {'uid': 'u', 'namespace': 'ns'}, 'spec': {'volumes': [{'name': 'v', %s}]}}"
                .formatted(source);
        var fields = new DownwardFields(
                Json.readObject(pod.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                List.of(),
                new DownwardFields.Host("127.0.0.1", ResourceList.EMPTY),
                0);
        return Optional.ofNullable(folders.make(fields, version).get("v")).orElseThrow();
    }

    @Test
    void aVolumeThatCannotBeMadeIsNamedWithTheReason() {
        objects.put("there", "{\"data\": {\"k\": \"eA==\"}}");
        Map.of(
                        "'configMap': {'name': 'gone'}", "configmap \"gone\" not found",
                        "'secret': {'secretName': 'gone'}", "secret \"gone\" not found",
                        "'configMap': {'name': 'there', 'items': [{'key': 'q', 'path': 'p'}]}",
                                "configmap references non-existent config key: q",
                        "'secret': {'secretName': 'there', 'items': [{'key': 'q', 'path': 'p'}]}",
                                "references non-existent secret key: q",
                        "'nfs': {}", "this agent does not mount volumes of type nfs")
                .forEach((source, why) -> assertThatThrownBy(() -> make(source, "1"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessage("MountVolume.SetUp failed for volume \"v\" : " + why));
    }

    /// Containers of the pod can start again.
    @Test
    void aVolumeStaysAsItWasWhenItsSourceGoes() throws IOException {
        objects.put("files", "{\"data\": {\"k\": \"first\"}}");
        Path folder = make("'configMap': {'name': 'files'}", "1");
        assertThat(Files.readString(folder.resolve("k"))).isEqualTo("first");
        objects.remove("files");
        assertThat(make("'configMap': {'name': 'files'}", "2")).isEqualTo(folder);
        assertThat(Files.readString(folder.resolve("k"))).isEqualTo("first");
        objects.put("files", "{\"data\": {\"k\": \"second\"}}");
        make("'configMap': {'name': 'files'}", "3");
        assertThat(Files.readString(folder.resolve("k"))).isEqualTo("second");
    }

    private final class Objects implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            String name = request.target().name();
            String json = objects.get(name);
            if (json == null) {
                return new ApiReply.Failure(new Status(404, "NotFound", "not found", Optional.empty()), List.of());
            }
            var header = new StoredObject.Header(
                    ResourceTypes.CONFIG_MAPS.key("ns", name), "u", Map.of(), List.of(), Map.of(), false);
            var stored = new StoredObject(
                    header, json.getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.CONFIG_MAPS));
            return new ApiReply.One(200, stored, List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new UnsupportedOperationException("nothing is watched here");
        }
    }
}
