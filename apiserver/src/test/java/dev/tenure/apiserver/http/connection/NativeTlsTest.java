package dev.tenure.apiserver.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.runtime.tls.NativeCryptography;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A server whose TLS is native, and one with the JDK's, do the same. Both ends are engines that pass their
/// bytes to each other in memory; the client's end is the JDK's.
final class NativeTlsTest {
    private static final Issuer ISSUER = new Issuer(new SystemTime().wall());
    private static final Identity AUTHORITY = ISSUER.authority("tenure-test");
    private static final Identity SERVER = ISSUER.server(AUTHORITY, "server", List.of("127.0.0.1"));
    private static final int BUFFER = 64 << 10;
    private static final int STEPS_MAX = 100;

    enum By {
        NATIVE_CODE,
        THE_JDK;

        private SSLEngine server() throws Exception {
            Optional<Provider> provider = this == NATIVE_CODE ? NativeCryptography.provider() : Optional.empty();
            assumeThat(this == THE_JDK || provider.isPresent())
                    .as("a native library for this machine")
                    .isTrue();
            SslContextFactory.Server tls = Tls.context(
                    new Peer.Shown(List.of(SERVER.certificate(), AUTHORITY.certificate()), SERVER.key()),
                    List.of(AUTHORITY.certificate()),
                    provider);
            tls.start();
            SSLEngine engine = tls.newSSLEngine();
            engine.setUseClientMode(false);
            return engine;
        }
    }

    /// Shows its certificate whichever authorities the server names.
    private static final class ShownAnyway extends X509ExtendedKeyManager {
        private static final String ALIAS = "own";
        private final Identity identity;

        private ShownAnyway(Identity identity) {
            this.identity = identity;
        }

        @Override
        public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {identity.certificate()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return identity.key();
        }
    }

    private final ByteBuffer toServer = ByteBuffer.allocate(BUFFER);
    private final ByteBuffer toClient = ByteBuffer.allocate(BUFFER);

    private static SSLEngine client(String protocol, Optional<Identity> shown) throws Exception {
        KeyManager[] keys = shown.stream().map(ShownAnyway::new).toArray(KeyManager[]::new);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, MemoryKeys.accepting(List.of(AUTHORITY.certificate())), null);
        SSLEngine engine = context.createSSLEngine("127.0.0.1", 0);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {protocol});
        return engine;
    }

    /// Until both have agreed and nothing is under way any more.
    private void agree(SSLEngine client, SSLEngine server) throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        for (int step = 0; step < STEPS_MAX; step++) {
            boolean moved = step(client, toClient, toServer);
            moved |= step(server, toServer, toClient);
            if (!moved) {
                return;
            }
        }
        throw new AssertionError("no end of it");
    }

    /// What one end can do just now.
    ///
    /// @return whether it did anything
    private static boolean step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
        int before = out.position() - in.position();
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            engine.wrap(ByteBuffer.allocate(0), out);
        }
        read(engine, in);
        return out.position() - in.position() != before;
    }

    /// What has come for it, as text.
    private static String read(SSLEngine engine, ByteBuffer in) throws SSLException {
        ByteBuffer plain = ByteBuffer.allocate(BUFFER);
        in.flip();
        engine.unwrap(in, plain);
        in.compact();
        return StandardCharsets.UTF_8.decode(plain.flip()).toString();
    }

    private static String say(SSLEngine from, SSLEngine to, ByteBuffer through, String text) throws SSLException {
        from.wrap(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), through);
        return read(to, through);
    }

    @ParameterizedTest
    @EnumSource
    void whoShowsACertificateOfOursIsKnown(By by) throws Exception {
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            SSLEngine server = by.server();
            Identity alice = ISSUER.client(AUTHORITY, "alice", List.of("readers"));
            SSLEngine client = client(protocol, Optional.of(alice));
            agree(client, server);
            assertThat(server.getSession().getProtocol()).isEqualTo(protocol);
            assertThat(((X509Certificate) server.getSession().getPeerCertificates()[0]).getSubjectX500Principal())
                    .isEqualTo(alice.certificate().getSubjectX500Principal());
            assertThat(say(client, server, toServer, "who am I?")).isEqualTo("who am I?");
            assertThat(say(server, client, toClient, "alice")).isEqualTo("alice");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoShowsNoneIsLetInWithoutAName(By by) throws Exception {
        SSLEngine server = by.server();
        SSLEngine client = client("TLSv1.3", Optional.empty());
        agree(client, server);
        assertThatThrownBy(() -> server.getSession().getPeerCertificates())
                .isInstanceOf(SSLPeerUnverifiedException.class);
        assertThat(say(client, server, toServer, "hello")).isEqualTo("hello");
    }

    /// Who vouches for it is asked with each request, which is answered with 401.
    @ParameterizedTest
    @EnumSource
    void aCertificateOfAnotherAuthorityIsShown(By by) throws Exception {
        Identity other = ISSUER.client(ISSUER.authority("somebody else"), "alice", List.of());
        for (Identity shown : List.of(other, SERVER)) {
            SSLEngine server = by.server();
            agree(client("TLSv1.3", Optional.of(shown)), server);
            assertThat(server.getSession().getPeerCertificates()[0].getEncoded())
                    .isEqualTo(shown.certificate().getEncoded());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCertificateIsRefusedWhoseKeyTheClientHasNot(By by) throws Exception {
        X509Certificate alice = ISSUER.client(AUTHORITY, "alice", List.of()).certificate();
        var stolen = new Identity(alice, Issuer.newKey().getPrivate());
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            SSLEngine server = by.server();
            SSLEngine client = client(protocol, Optional.of(stolen));
            assertThatThrownBy(() -> agree(client, server)).as(protocol).isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void olderProtocolsAreNotSpoken(By by) throws Exception {
        assertThat(by.server().getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
        assertThat(by.server().getEnabledCipherSuites())
                .isNotEmpty()
                .noneMatch(suite -> suite.contains("_CBC_") || suite.contains("_RSA_WITH_AES_256_CBC"))
                .allMatch(suite -> suite.startsWith("TLS_AES_")
                        || suite.startsWith("TLS_CHACHA20_")
                        || suite.startsWith("TLS_ECDHE_")
                        || suite.startsWith("TLS_DHE_")
                        || suite.equals("TLS_EMPTY_RENEGOTIATION_INFO_SCSV"));
    }
}
