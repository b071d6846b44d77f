package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Endpoint;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/// Connections to the members of one etcd, one of which is asked until it fails. Safe for use by several threads; a
/// thread that calls waits for the answer.
final class EtcdChannel implements AutoCloseable {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);
    private static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(10);
    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new Bytes();

    /// A stream of a member that has lost its leader is ended by it.
    private static final Metadata.Key<String> HAS_LEADER =
            Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

    private final Servers servers;
    private final Duration timeout;
    private final List<ManagedChannel> members;
    private final AtomicInteger asked = new AtomicInteger();

    /// @throws StoreUnavailableException when the certificates cannot be used
    EtcdChannel(Servers servers, Duration timeout) {
        this.servers = servers;
        this.timeout = timeout;
        Optional<SslContext> tls = servers.secure() ? Optional.of(context(servers.tls())) : Optional.empty();
        this.members =
                servers.endpoints().stream().map(one -> channel(one, tls)).toList();
    }

    private static ManagedChannel channel(Endpoint endpoint, Optional<SslContext> tls) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .keepAliveTime(KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        if (tls.isPresent()) {
            builder.sslContext(tls.get());
        } else {
            builder.usePlaintext();
        }
        return builder.build();
    }

    private static SslContext context(Tls tls) {
        SslContextBuilder builder = GrpcSslContexts.forClient();
        try {
            tls.authority()
                    .ifPresent(file -> builder.trustManager(readable(file).toFile()));
            if (tls.certificate().isPresent() && tls.key().isPresent()) {
                builder.keyManager(
                        readable(tls.certificate().get()).toFile(),
                        readable(tls.key().get()).toFile());
            }
            return builder.build();
        } catch (IllegalArgumentException | SSLException e) {
            throw new StoreUnavailableException(
                    "the certificates for etcd cannot be used (%s): --etcd-cafile, --etcd-certfile and --etcd-keyfile name PEM files, the key in PKCS#8 (\"BEGIN PRIVATE KEY\")"
                            .formatted(EtcdFailures.reason(e)),
                    e);
        }
    }

    private static Path readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("\"%s\" cannot be read".formatted(file));
        }
        return file;
    }

    Servers servers() {
        return servers;
    }

    /// One call that changes nothing, and its answer; another member is asked when one fails.
    ///
    /// @param method for example `KV/Range`
    /// @throws StoreUnavailableException when no member answers
    EtcdMessage ask(String method, EtcdMessage.Builder request) {
        byte[] bytes = request.bytes();
        var failures = new ArrayList<StatusRuntimeException>();
        for (int i = 0; i < members.size(); i++) {
            int member = asked.get();
            try {
                return call(member, method, bytes);
            } catch (StatusRuntimeException e) {
                if (!EtcdFailures.isOfMember(e)) {
                    throw EtcdFailures.of(servers, e);
                }
                failures.add(e);
                leave(member);
            }
        }
        throw EtcdFailures.of(servers, failures.getFirst());
    }

    /// One call that changes something, and its answer. Another member is asked only when the call never left.
    ///
    /// @throws StoreUnavailableException when it failed, or when nobody knows, which the message says
    EtcdMessage order(String method, EtcdMessage.Builder request) {
        byte[] bytes = request.bytes();
        for (int i = 0; ; i++) {
            int member = asked.get();
            try {
                return call(member, method, bytes);
            } catch (StatusRuntimeException e) {
                boolean unsent = neverLeft(e);
                if (EtcdFailures.isOfMember(e)) {
                    leave(member);
                }
                if (!unsent || i + 1 >= members.size()) {
                    throw unsent ? EtcdFailures.of(servers, e) : EtcdFailures.ofOrder(servers, e);
                }
            }
        }
    }

    private static boolean neverLeft(StatusRuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return true;
            }
        }
        return false;
    }

    private EtcdMessage call(int member, String method, byte[] request) {
        ClientCall<byte[], byte[]> call =
                members.get(member).newCall(method(method, MethodType.UNARY), EtcdAnswer.OPTIONS);
        return EtcdMessage.parse(EtcdAnswer.to(call, request).await(timeout));
    }

    /// Asks another member from now on, unless somebody has chosen another one already.
    void leave(int member) {
        if (asked.compareAndSet(member, (member + 1) % members.size())) {
            members.get(asked.get()).resetConnectBackoff();
        }
    }

    /// Which member is asked now, as its place among [#servers].
    int asked() {
        return asked.get();
    }

    /// A stream in both directions with one member; messages come one after the other. When it fails in some other
    /// way than a call does, [#leave(int)] says so.
    ClientCall<byte[], byte[]> stream(int member, String method, ClientCall.Listener<byte[]> listener) {
        ClientCall<byte[], byte[]> call =
                members.get(member).newCall(method(method, MethodType.BIDI_STREAMING), CallOptions.DEFAULT);
        var headers = new Metadata();
        headers.put(HAS_LEADER, "true");
        call.start(listener, headers);
        return call;
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
        return MethodDescriptor.newBuilder(BYTES, BYTES)
                .setType(type)
                .setFullMethodName("etcdserverpb." + name)
                .build();
    }

    /// What every member says of itself, in order; a failure for one that does not answer.
    List<Object> statuses() {
        return ofEach("Maintenance/Status");
    }

    /// What every member answers, in order, one after the other; a failure for one that does not.
    List<Object> ofEach(String method) {
        var all = new ArrayList<Object>();
        for (int i = 0; i < members.size(); i++) {
            try {
                all.add(call(i, method, new byte[0]));
            } catch (StatusRuntimeException e) {
                all.add(EtcdFailures.of(servers.only(i), e));
            }
        }
        return all;
    }

    @Override
    public void close() {
        members.forEach(ManagedChannel::shutdownNow);
    }

    static boolean isCancelled(Status status) {
        return status.getCode() == Status.Code.CANCELLED;
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try (stream) {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
