package dev.tenure.apiserver;

import dev.tenure.apiserver.admission.serviceaddresses.AddressRange;
import dev.tenure.apiserver.admission.standard.AdmissionOptions;
import dev.tenure.apiserver.admission.standard.PluginCatalog;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;

/// An API server with the standard admission over a store in memory, on real threads and real time.
public final class RunningServer implements AutoCloseable {
    public static final Caller ADMIN = new Caller("admin", "", List.of(Caller.SYSTEM_MASTERS), Map.of(), "test");

    private final SystemTime time = new SystemTime();
    private final MemoryStore store = new MemoryStore(StateOptions.indexing(Map.of()));
    private final ThreadedLoop loop = new ThreadedLoop("apiserver", time, 4, (name, cause) -> {
        throw new IllegalStateException(name, cause);
    });
    private final Identity authority = new Issuer(time.wall()).authority("test");
    private final ServiceAccountTokens accounts =
            new ServiceAccountTokens(store, time, authority, "https://kubernetes.default.svc");
    private final ApiServer api;

    public RunningServer() {
        var random = new SecureRandom();
        api = ApiServer.start(new ApiServerOptions(
                store,
                loop,
                random,
                PluginCatalog.plugins(AdmissionOptions.standard(), random),
                List.of(),
                accounts,
                false,
                AddressRange.parse("10.0.0.0/16")));
    }

    public ApiServer api() {
        return api;
    }

    public SystemTime time() {
        return time;
    }

    public Identity authority() {
        return authority;
    }

    /// Creates an object as the administrator.
    ///
    /// @param json with apostrophes for quotes
    public ApiReply create(Target collection, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return api.call(new ApiRequest(Verb.CREATE, collection, Map.of(), new Body("application/json", bytes), ADMIN));
    }

    public ApiReply call(Verb verb, Target target) {
        return api.call(new ApiRequest(verb, target, Map.of(), Body.NONE, ADMIN));
    }

    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
