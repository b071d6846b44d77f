package dev.tenure.apiserver.http;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import java.util.List;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// Turns connections into WebSockets for watches. Safe for use by several threads. Upstream:
/// apiserver/pkg/endpoints/handlers/watch.go (HandleWS).
final class WatchSockets {
    private final ServerWebSocketContainer container;

    WatchSockets(ServerWebSocketContainer container) {
        this.container = container;
    }

    /// Answers the handshake; the events go out when the connection has turned.
    ///
    /// @throws RefusedException with 400 when the request is no proper handshake
    void open(Exchange exchange, WatchSocket socket) {
        boolean turned = false;
        try {
            turned = container.upgrade(
                    (request, response, callback) -> accepted(request, response, socket),
                    exchange.request(),
                    exchange.response(),
                    exchange.handOver());
        } finally {
            if (!turned) {
                socket.abandon();
                exchange.takeBack();
            }
        }
        if (!turned) {
            throw new RefusedException(Statuses.badRequest("the WebSocket handshake is not valid"));
        }
    }

    /// The one sub-protocol that is not a token goes back to the client, who would close the connection otherwise.
    private static Object accepted(ServerUpgradeRequest request, ServerUpgradeResponse response, WatchSocket socket) {
        List<String> offered = request.getSubProtocols().stream()
                .filter(protocol -> !protocol.startsWith(Callers.BEARER_PROTOCOL))
                .toList();
        if (!offered.isEmpty()) {
            response.setAcceptedSubProtocol(offered.getFirst());
        }
        return socket;
    }
}
