package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.ApiServerOptions;
import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;

/// An API server on a port of this machine that keeps nothing: `ApiServerMain FOLDER PORT TOKEN-FILE`.
public final class ApiServerMain {
    private ApiServerMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        var time = new SystemTime();
        var loop = new ThreadedLoop("apiserver", time, 16, (name, cause) -> {
            System.err.println("loop " + name + " failed: " + cause);
        });
        var store = new MemoryStore(StateOptions.indexing(Map.of()));
        ApiServer server = ApiServer.start(new ApiServerOptions(store, loop, new SecureRandom(), List.of()));
        var pki = new PkiFolder(folder.resolve("pki"), time.wall());
        Identity authority = pki.authority();
        Identity identity = pki.server(authority, List.of("localhost", "127.0.0.1", "kubernetes"));
        var tokens = StaticTokens.parse(Files.readAllLines(Path.of(arguments[2])));
        var http = new HttpServer(
                server,
                time,
                new HttpServer.Options(
                        "127.0.0.1", Integer.parseInt(arguments[1]), identity, authority, List.of(tokens)));
        http.start();
        System.out.println("listening on 127.0.0.1:" + http.port());
    }
}
