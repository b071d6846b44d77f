package dev.tenure.launch.apiserver;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.ApiServerOptions;
import dev.tenure.apiserver.admission.standard.AdmissionOptions;
import dev.tenure.apiserver.admission.standard.PluginCatalog;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An API server on a port of this machine that keeps nothing: `ApiServerMain FOLDER PORT TOKEN-FILE
/// [FLAG]...`; the flags are upstream's for admission.
public final class ApiServerMain {
    private ApiServerMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        var time = new SystemTime();
        var loop = new ThreadedLoop("apiserver", time, 16, (name, cause) -> {
            System.err.println("loop " + name + " failed: " + cause);
        });
        var store = new MemoryStore(StateOptions.indexing(Map.of()));
        var random = new SecureRandom();
        var pki = new PkiFolder(folder.resolve("pki"), time.wall());
        Identity authority = pki.authority();
        Identity identity = pki.server(authority, List.of("localhost", "127.0.0.1", "kubernetes"));
        var tokens = StaticTokens.parse(Files.readAllLines(Path.of(arguments[2])));
        var accounts = new ServiceAccountTokens(store, time, pki.tokenSigner(), "https://kubernetes.default.svc");
        ApiServer server = ApiServer.start(new ApiServerOptions(
                store, loop, random, PluginCatalog.plugins(admission(arguments), random), List.of(tokens), accounts));
        var http = new HttpServer(
                server,
                time,
                new HttpServer.Options(
                        "127.0.0.1",
                        Integer.parseInt(arguments[1]),
                        identity,
                        authority,
                        List.of(tokens, accounts),
                        new PrometheusRegistry()));
        http.start();
        System.out.println("listening on 127.0.0.1:" + http.port());
    }

    private static AdmissionOptions admission(String[] arguments) throws IOException {
        AdmissionOptions options = AdmissionOptions.standard();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String value = argument.substring(equals + 1);
            options = switch (argument.substring(0, Math.max(0, equals))) {
                case "--enable-admission-plugins" -> options.enabling(Set.of(value.split(",")));
                case "--disable-admission-plugins" -> options.disabling(Set.of(value.split(",")));
                case "--default-not-ready-toleration-seconds" ->
                    options.tolerating(Long.parseLong(value), options.unreachableSeconds());
                case "--default-unreachable-toleration-seconds" ->
                    options.tolerating(options.notReadySeconds(), Long.parseLong(value));
                case "--admission-control-config-file" ->
                    options.configured(new ObjectMapper().readTree(Files.readString(Path.of(value))));
                default -> options;
            };
        }
        return options;
    }
}
