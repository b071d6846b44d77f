package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.time.SystemTime;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExchangeHandlerTest {
    private final SystemTime time = new SystemTime();
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final Set<Boolean> virtual = ConcurrentHashMap.newKeySet();
    private final Set<String> faults = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new ExchangeHandler(
                exchange -> {
                    if (exchange.path().equals("/bug")) {
                        throw new IllegalStateException("bug");
                    }
                    if (exchange.path().equals("/gone")) {
                        throw new EofException();
                    }
                    virtual.add(Thread.currentThread().isVirtual());
                    exchange.answer(200, "", new byte[0]);
                },
                new ExchangeHandler.Pace(time, new AttendedTime(time), Timeouts.standard()),
                _ -> Optional.empty(),
                (component, about, fault) -> {
                    faults.add("%s: %s: %s".formatted(component, about, fault.getMessage()));
                    return "00000000";
                }));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void whatNobodyForesawIsReportedAndStaysInItsRequest() throws Exception {
        assertThat(connector.getResponse("GET /bug HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 500")
                .endsWith("\r\n\r\ninternal server error: fault 00000000\n");
        assertThat(faults).containsExactly("http: GET /bug: bug");
        assertThat(connector.getResponse("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aClientThatIsGoneIsNoFault() throws Exception {
        connector.getResponse("GET /gone HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(faults).isEmpty();
    }

    @Test
    void requestsRunOnVirtualThreadsWhicheverThreadBringsThem() throws Exception {
        // this connector brings requests on the few threads of the server, as TLS does when bytes come with
        // the handshake
        String answer = connector.getResponse("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(virtual).containsExactly(true);
    }
}
