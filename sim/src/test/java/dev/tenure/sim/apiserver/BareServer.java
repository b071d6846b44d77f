package dev.tenure.sim.apiserver;

import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.client.ClusterClient;
import dev.tenure.kinds.ApiServerOptions;
import dev.tenure.kinds.StandardServer;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.model.meta.Caller;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// An API server without admission plugins, over a store that a test disturbs.
final class BareServer {
    private BareServer() {}

    /// As its administrator.
    static ClusterClient over(Store store, SimulatedWorld world) {
        var authority = new Issuer(world.wall()).authority("test");
        return new ClusterClient(
                StandardServer.start(new ApiServerOptions(
                        store,
                        world.loop("apiserver"),
                        new Random(1),
                        List.of(),
                        List.of(),
                        new ServiceAccountTokens(store, world, authority, "https://test"),
                        FeatureGates.STANDARD,
                        List.of(AuthorizationMode.RBAC),
                        AdmissionOptions.standard().services(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        world.faults())),
                Caller.component("admin", List.of(Caller.SYSTEM_MASTERS), "test"));
    }
}
