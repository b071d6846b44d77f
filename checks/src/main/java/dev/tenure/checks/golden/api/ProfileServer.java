package dev.tenure.checks.golden.api;

import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.program.ServerFolders;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiConfig.Keeping;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.launch.process.Trouble;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.etcd.EtcdOptions;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An API server without controllers in this process, over TLS on a free port, set up as a profile of the
/// recorded exchanges says.
final class ProfileServer implements AutoCloseable {
    private static final String TOKEN = "golden-replay-token";
    private static final Duration HISTORY = Duration.ofHours(1);
    private static final Duration SHORT_HISTORY = Duration.ofSeconds(2);

    private final Path folder;
    private final ApiProcess process;
    private final Optional<EtcdServer> etcd;

    private ProfileServer(Path folder, ApiProcess process, Optional<EtcdServer> etcd) {
        this.folder = folder;
        this.process = process;
        this.etcd = etcd;
    }

    /// @param profile as in the table of profiles beside the recordings
    static ProfileServer start(String profile, TimeSource time, Engine engine) throws IOException {
        AdmissionOptions admission = admission(profile);
        Path folder = Files.createTempDirectory("tenure-golden-");
        var admin = StaticTokens.parse(List.of(TOKEN + ",admin,admin,\"system:masters\""));
        ApiConfig config = ApiConfig.standard(new DataDirectory(folder), true, new ApiConfig.Listen("127.0.0.1", 0))
                .admitting(admission)
                .knowing(List.of(admin))
                .remembering(profile.equals("short-history") ? SHORT_HISTORY : HISTORY)
                .switching(new FeatureGates(
                        Map.of(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS, profile.equals("comparison-ops"))));
        Optional<EtcdServer> etcd = Optional.empty();
        try {
            if (engine instanceof Engine.Etcd(Path program)) {
                etcd = Optional.of(EtcdServer.start(program, folder));
                config = config.keeping(in(etcd.get(), config.keeping()));
            }
            var process = ApiProcess.start(config, time, new Trouble(new LoggedFaults(), () -> {}));
            return new ProfileServer(folder, process, etcd);
        } catch (IOException | RuntimeException e) {
            etcd.ifPresent(EtcdServer::close);
            ServerFolders.remove(folder);
            throw e;
        }
    }

    private static Keeping in(EtcdServer etcd, Keeping usual) {
        var servers = Servers.of(List.of(etcd.endpoint()), Tls.NONE);
        var kept = new ApiConfig.Etcd(servers, EtcdOptions.USUAL_PREFIX);
        return new Keeping(false, usual.historyAge(), usual.quotaBytes(), Optional.of(kept));
    }

    URI address() {
        return URI.create(process.address());
    }

    /// A bearer token of group `system:masters`.
    String token() {
        return TOKEN;
    }

    @Override
    public void close() {
        process.close();
        etcd.ifPresent(EtcdServer::close);
        ServerFolders.remove(folder);
    }

    private static AdmissionOptions admission(String profile) {
        AdmissionOptions standard = AdmissionOptions.standard();
        return switch (profile) {
            case "default", "comparison-ops", "short-history" -> standard;
            case "ptr-ert" -> standard.enabling(Set.of("PodTolerationRestriction", "ExtendedResourceToleration"));
            case "ptr-config" ->
                standard.enabling(Set.of("PodTolerationRestriction")).configured(restrictions());
            case "node-restriction" -> standard.enabling(Set.of("NodeRestriction"));
            case "toleration-seconds" -> standard.tolerating(60, 30);
            default -> throw new IllegalArgumentException("no flags are known for profile \"" + profile + "\"");
        };
    }

    private static ObjectNode restrictions() {
        ObjectNode file = Json.object();
        file.put("apiVersion", "apiserver.config.k8s.io/v1").put("kind", "AdmissionConfiguration");
        ObjectNode plugin = file.putArray("plugins").addObject().put("name", "PodTolerationRestriction");
        ObjectNode configuration = plugin.putObject("configuration");
        configuration.put("apiVersion", "podtolerationrestriction.admission.k8s.io/v1alpha1");
        configuration.put("kind", "Configuration");
        configuration
                .putArray("default")
                .addObject()
                .put("key", "dflt")
                .put("operator", "Exists")
                .put("effect", "NoSchedule");
        ArrayNode whitelist = configuration.putArray("whitelist");
        for (String key : List.of("wl", "dflt", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            whitelist.addObject().put("key", key).put("operator", "Exists");
        }
        return file;
    }
}
