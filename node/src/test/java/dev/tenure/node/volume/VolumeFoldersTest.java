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
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
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
        return make("", source, version);
    }

    /// @param spec more of the pod's, with a comma at its end
    private Path make(String spec, String source, String version) {
        String pod = "{'metadata': {'uid': 'u', 'namespace': 'ns'}, 'spec': {%s 'volumes': [{'name': 'v', %s}]}}"
                .formatted(spec, source);
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

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode") & 07777;
    }

    /// The group is that of the process that tests, so that no right is needed.
    @Test
    void filesBelongToTheGroupThatThePodNames(@TempDir Path own) throws IOException {
        objects.put("files", "{\"data\": {\"k\": \"first\"}}");
        Object group = Files.getAttribute(own, "unix:gid");
        String context = "'securityContext': {'fsGroup': %s},".formatted(group);
        Path files = make(context, "'configMap': {'name': 'files', 'defaultMode': 256}", "1");
        assertThat(mode(files)).isEqualTo(02755);
        assertThat(mode(files.resolve("k")))
                .as("only for reading, whatever was asked for")
                .isEqualTo(0440);
        assertThat(Files.getAttribute(files.resolve("k"), "unix:gid")).isEqualTo(group);
        objects.put("files", "{\"data\": {\"k\": \"second\"}}");
        make(context, "'configMap': {'name': 'files', 'defaultMode': 256}", "2");
        assertThat(mode(files.resolve("k"))).isEqualTo(0440);
    }

    @Test
    void anEmptyFolderIsForItsGroupToWrite(@TempDir Path own) throws IOException {
        Object group = Files.getAttribute(own, "unix:gid");
        Path folder = make("'securityContext': {'fsGroup': %s},".formatted(group), "'emptyDir': {}", "1");
        assertThat(mode(folder)).isEqualTo(02777);
    }

    @Test
    void withoutAGroupAnEmptyFolderIsForAll() throws IOException {
        assertThat(mode(make("'emptyDir': {}", "1"))).isEqualTo(0777);
    }

    /// A type that is named has to be that of the file, as in upstream's words.
    @Test
    void aPathOfTheHostIsOfTheTypeThatIsNamed(@TempDir Path host) throws IOException {
        Path file = Files.writeString(host.resolve("file"), "x");
        Path socket = host.resolve("socket");
        try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            var paths = Map.of("Directory", host, "File", file, "Socket", socket, "CharDevice", Path.of("/dev/null"));
            var words = Map.of(
                    "Directory", "a directory",
                    "File", "a file",
                    "Socket", "a socket file",
                    "CharDevice", "a character device",
                    "BlockDevice", "a block device",
                    "DirectoryOrCreate", "a directory",
                    "FileOrCreate", "a file");
            words.forEach((type, word) -> paths.forEach((other, path) -> {
                String source = "'hostPath': {'path': '%s', 'type': '%s'}".formatted(path, type);
                if (type.startsWith(other)) {
                    assertThat(make(source, "1")).isEqualTo(path);
                } else {
                    assertThatThrownBy(() -> make(source, "1"))
                            .hasMessage("MountVolume.SetUp failed for volume \"v\" : hostPath type check failed: "
                                    + path + " is not " + word);
                }
            }));
        }
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
