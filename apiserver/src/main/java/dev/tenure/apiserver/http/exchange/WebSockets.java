package dev.tenure.apiserver.http.exchange;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// Turns connections into WebSockets. Safe for use by several threads. Upstream:
/// apiserver/pkg/endpoints/handlers/watch.go
/// (HandleWS), apimachinery/pkg/util/httpstream/wsstream.
public final class WebSockets {
    public static final String BEARER_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private final ServerWebSocketContainer container;

    public WebSockets(ServerWebSocketContainer container) {
        this.container = container;
    }

    /// What is served over a WebSocket. Its class is public, for Jetty calls it by reflection.
    public interface Served extends Session.Listener.AutoDemanding {
        /// The connection never came to be.
        void abandon();
    }

    /// The sub-protocols that a client offers, without those that are a token.
    public static List<String> offered(Exchange exchange) {
        return Stream.of(exchange.header("Sec-WebSocket-Protocol").split(","))
                .map(String::strip)
                .filter(protocol -> !protocol.isEmpty() && !protocol.startsWith(BEARER_PROTOCOL))
                .toList();
    }

    /// Answers the handshake; messages go out when the connection has turned.
    ///
    /// @param protocol one that the client offers, who would close the connection if none came back
    /// @throws RefusedException with 400 when the request is no proper handshake
    public void open(Exchange exchange, Served socket, Optional<String> protocol) {
        boolean turned = false;
        try {
            turned = container.upgrade(
                    (_, response, _) -> {
                        protocol.ifPresent(response::setAcceptedSubProtocol);
                        return socket;
                    },
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
}
