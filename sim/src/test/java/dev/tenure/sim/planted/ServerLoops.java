package dev.tenure.sim.planted;

import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.certificates.CertificateSigner;
import dev.tenure.controllers.certificates.CertificateSigningLoop;
import dev.tenure.controllers.kubernetesservice.KubernetesServiceLoop;
import dev.tenure.controllers.kubernetesservice.LivingServers;
import dev.tenure.controllers.serveridentity.IdentityLeaseCalls;
import dev.tenure.controllers.serveridentity.IdentityLeaseLoop;
import dev.tenure.controllers.serveridentity.ServerIdentity;
import dev.tenure.kinds.admission.serviceaddresses.PortRepairLoop;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.tls.SigningRequest;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.CompactionLoop;
import dev.tenure.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// What an API server's process does beside answering, put together as that process does it.
final class ServerLoops {
    static final int PORT = 6443;
    private static final Duration HISTORY_AGE = Duration.ofSeconds(30);

    private ServerLoops() {}

    /// Starts them on a loop of their own.
    static void start(SimulatedCluster cluster, Substitutes substitutes) {
        EventLoop loop = cluster.world().loop("apiserver");
        Store store = cluster.store();
        ClusterClient client = cluster.client();
        supervised(
                KubernetesServiceLoop.NAME,
                loop,
                substitutes,
                life -> new KubernetesServiceLoop(life, client, LivingServers.alone("10.1.2.3"), PORT)::start);
        supervised(
                CertificateSigningLoop.NAME,
                loop,
                substitutes,
                life -> new CertificateSigningLoop(ControllerContext.alone(life, client), new Refusing())::start);
        var identity = new IdentityLeaseCalls(client, ServerIdentity.of("server", "life"));
        supervised(IdentityLeaseLoop.NAME, loop, substitutes, life -> new IdentityLeaseLoop(life, identity)::start);
        new CompactionLoop(store, loop, HISTORY_AGE).start();
        new PortRepairLoop(loop, new StoreAccess(store, new Published<>(cluster.kinds()), cluster.world())).start();
    }

    private static void supervised(String name, EventLoop loop, Substitutes substitutes, Supervisor.Making making) {
        new Supervisor(name, loop, life -> making.make(substitutes.loop(name, life))).start();
    }

    /// Signs nothing: whoever asks is not known.
    private static final class Refusing implements CertificateSigner {
        @Override
        public Optional<SigningRequest> read(String pem) {
            return Optional.empty();
        }

        @Override
        public Set<String> taken() {
            return Set.of();
        }

        @Override
        public String sign(String pem, boolean serves, Duration lifetime) {
            throw new IllegalStateException("nothing was approved");
        }
    }
}
