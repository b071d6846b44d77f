package dev.tenure.runtime.callout;

import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.AnyCertificate;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.runtime.tls.PemReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// One client of the JDK for each way to speak to a server. It keeps connections for as long as the JDK does;
/// those that were not used for longest go when there are many. No redirect is followed: who answers must not
/// choose whom this process calls next. Safe for use by several threads.
final class HttpsClients implements AutoCloseable {
    private static final int CLIENTS_MAX = 200;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(30);

    private final TimeSource time;
    private final Executor threads;
    private final Duration connectWithin;

    /// The one that was used last comes last. Guarded by itself.
    private final SequencedMap<Peer, Known> clients = new LinkedHashMap<>(16, 0.75f, true);

    private record Known(HttpClient client, SSLContext tls) {}

    HttpsClients(TimeSource time, Executor threads) {
        this(time, threads, CONNECT_WITHIN);
    }

    /// @param connectWithin what [#connect] waits for a connection at most, and again for each word of the
    ///     other side until it has shown who it is
    HttpsClients(TimeSource time, Executor threads, Duration connectWithin) {
        this.time = time;
        this.threads = threads;
        this.connectWithin = connectWithin;
    }

    /// @throws CallFailedException when its authorities cannot be read
    HttpClient client(Peer peer) throws CallFailedException {
        return known(peer).client();
    }

    /// A connection of its own, on which nothing was said yet; waits until the other side has shown who it
    /// is, unless the address says `http`.
    Socket connect(URI address, Peer peer) throws IOException {
        String host = address.getHost().replaceAll("[\\[\\]]", "");
        int withinMillis = Math.toIntExact(connectWithin.toMillis());
        var plain = new Socket();
        boolean open = false;
        try {
            plain.connect(new InetSocketAddress(host, address.getPort()), withinMillis);
            Socket socket = plain;
            if (!address.getScheme().equals("http")) {
                plain.setSoTimeout(withinMillis);
                socket = shown(plain, host, peer);
                plain.setSoTimeout(0);
            }
            open = true;
            return socket;
        } finally {
            if (!open) {
                plain.close();
            }
        }
    }

    private SSLSocket shown(Socket plain, String host, Peer peer) throws IOException {
        SSLSocket socket =
                (SSLSocket) known(peer).tls().getSocketFactory().createSocket(plain, host, plain.getPort(), true);
        parameters(peer).ifPresent(socket::setSSLParameters);
        socket.startHandshake();
        return socket;
    }

    private Known known(Peer peer) throws CallFailedException {
        synchronized (clients) {
            Known known = clients.get(peer);
            if (known != null) {
                return known;
            }
            Known made = made(peer);
            clients.put(peer, made);
            if (clients.size() > CLIENTS_MAX) {
                // what is under way on it goes on; it ends when nobody knows it any more
                clients.pollFirstEntry();
            }
            return made;
        }
    }

    /// Ends what is under way, and the threads of all clients with it.
    @Override
    public void close() {
        synchronized (clients) {
            clients.values().forEach(known -> known.client().shutdownNow());
            clients.clear();
        }
    }

    private Known made(Peer peer) throws CallFailedException {
        SSLContext tls = context(peer);
        HttpClient.Builder client = HttpClient.newBuilder()
                .executor(threads)
                .version(peer.streams() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(tls);
        parameters(peer).ifPresent(client::sslParameters);
        return new Known(client.build(), tls);
    }

    /// The name that is asked for, where it is one.
    private static Optional<SSLParameters> parameters(Peer peer) {
        if (IpLiteral.is(peer.name())) {
            return Optional.empty();
        }
        var parameters = new SSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(peer.name())));
        return Optional.of(parameters);
    }

    private SSLContext context(Peer peer) throws CallFailedException {
        try {
            KeyManager[] shown = peer.shown().isPresent()
                    ? MemoryKeys.showing(
                            peer.shown().get().key(), peer.shown().get().chain())
                    : new KeyManager[0];
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(shown, believed(peer), new SecureRandom());
            return context;
        } catch (GeneralSecurityException _) {
            throw new CallFailedException("unable to load root certificates: unable to parse bytes as PEM block");
        }
    }

    private TrustManager[] believed(Peer peer) throws GeneralSecurityException {
        return switch (peer.trust()) {
            case Peer.Trust.Anybody _ -> AnyCertificate.accepting();
            case Peer.Trust.Authorities(String pem) -> {
                TrustManager[] authorities =
                        pem.isBlank() ? MemoryKeys.machine() : MemoryKeys.accepting(PemReader.certificates(pem));
                for (int i = 0; i < authorities.length; i++) {
                    if (authorities[i] instanceof X509TrustManager one) {
                        authorities[i] = new NamedServer(one, peer.name(), time);
                    }
                }
                yield authorities;
            }
        };
    }
}
