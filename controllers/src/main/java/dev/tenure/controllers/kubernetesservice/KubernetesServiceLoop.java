package dev.tenure.controllers.kubernetesservice;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.kubernetesservice.KubernetesServiceCalls.Look;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The shell of the service `kubernetes`: looks every 10 s whether service, Endpoints and EndpointSlice are
/// there and lead to the API servers that live, and puts right what is not so. Every method runs on its loop.
public final class KubernetesServiceLoop {
    /// The name of the controller.
    public static final String NAME = "kubernetes-service-controller";

    private static final System.Logger LOG = System.getLogger(KubernetesServiceLoop.class.getPackageName());
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final KubernetesServiceCalls calls;
    private final LivingServers servers;
    private Optional<ObjectNode> service = Optional.empty();
    private List<String> told = List.of();

    /// @param servers told by IP addresses that are not of the loopback range
    /// @param port at which they listen
    public KubernetesServiceLoop(EventLoop loop, ClusterClient client, LivingServers servers, int port) {
        this.loop = loop;
        this.servers = servers;
        this.calls = new KubernetesServiceCalls(client, port);
    }

    /// Leads to those who stay when a server goes, at once. Blocks.
    public static void leadTo(ClusterClient client, List<String> staying, int port) {
        new KubernetesServiceCalls(client, port).leadTo(staying);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        look();
    }

    private void look() {
        loop.alarm(NAME, loop.time().now().plus(PERIOD), this::look);
        Optional<ObjectNode> remembered = service;
        loop.work(NAME, () -> calls.look(remembered, servers.look()), this::looked);
    }

    private void looked(Outcome<Look> outcome) {
        switch (outcome) {
            case Outcome.Done<Look>(Look(var seen, var complaints)) -> {
                service = seen;
                tell(complaints);
            }
            case Outcome.Failed<Look>(var cause) -> tell(List.of(String.valueOf(cause.getMessage())));
        }
    }

    /// What was told at the last look is not told again: an outage may last for hours.
    private void tell(List<String> complaints) {
        complaints.stream()
                .filter(why -> !told.contains(why))
                .forEach(
                        why -> LOG.log(System.Logger.Level.WARNING, "cannot keep up the service kubernetes: {0}", why));
        told = complaints;
    }
}
