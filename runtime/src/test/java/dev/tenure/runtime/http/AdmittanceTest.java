package dev.tenure.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmittanceTest {
    private static final int MAX = 3;

    private final ServerConnector connector = new ServerConnector(new Server());
    private final Admittance inside = new Admittance(MAX, connector);
    private final List<SocketChannel> channels = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        for (int i = 0; i < MAX + 1; i++) {
            channels.add(SocketChannel.open());
        }
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }

    @Test
    void nobodyIsAcceptedWhileAllPlacesAreTakenAndNobodyIsClosed() {
        channels.subList(0, MAX - 1).forEach(inside::onAccepting);
        assertThat(connector.isAccepting()).isTrue();
        inside.onAccepting(channels.get(MAX - 1));
        assertThat(connector.isAccepting()).isFalse();
        inside.onAccepting(channels.get(MAX));
        assertThat(channels).allMatch(SocketChannel::isOpen);
        inside.onClosed(channels.getFirst());
        assertThat(connector.isAccepting()).isFalse();
        inside.onClosed(channels.get(1));
        assertThat(connector.isAccepting()).isTrue();
    }

    /// As Jetty does when something throws at a connection that it has accepted already, and ends it later.
    @Test
    void aPlaceIsGivenBackOnceHoweverOftenItsEndIsTold() {
        var random = new Random(11);
        channels.forEach(inside::onAccepting);
        for (int i = 0; i < channels.size(); i++) {
            SocketChannel channel = channels.get(i);
            for (int told = 0; told <= random.nextInt(4); told++) {
                if (random.nextBoolean()) {
                    inside.onAcceptFailed(channel, new IOException("broken"));
                } else {
                    inside.onClosed(channel);
                }
            }
            assertThat(inside.count()).isEqualTo(channels.size() - i - 1);
        }
        assertThat(connector.isAccepting()).isTrue();
    }
}
