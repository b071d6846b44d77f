package dev.tenure.store.etcd;

import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.grpc.GrpcClient;
import dev.tenure.store.grpc.GrpcConnection;
import dev.tenure.store.grpc.GrpcFailure;
import dev.tenure.store.grpc.GrpcStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Connections to the members of one etcd, one of which is asked until it fails. Safe for use by several
/// threads; a thread that calls waits for the answer.
final class EtcdChannel implements AutoCloseable {
    /// A stream of a member that has lost its leader is ended by it.
    private static final Map<String, String> HAS_LEADER = Map.of("hasleader", "true");

    private final Servers servers;
    private final Duration timeout;
    private final GrpcClient client;
    private final List<GrpcConnection> members;
    private final AtomicInteger asked = new AtomicInteger();

    /// @throws StoreUnavailableException when the certificates cannot be used
    EtcdChannel(Servers servers, Duration timeout) {
        this.servers = servers;
        this.timeout = timeout;
        this.client = new GrpcClient(
                "etcd", servers.secure() ? Optional.of(EtcdTls.context(servers.tls())) : Optional.empty());
        this.members = servers.endpoints().stream()
                .map(one -> client.to(one.host(), one.port()))
                .toList();
    }

    Servers servers() {
        return servers;
    }

    /// How long waits for this etcd may take, calls and others.
    WaitLimits limits() {
        return client.limits();
    }

    /// One call that changes nothing, and its answer; another member is asked when one fails.
    ///
    /// @param method for example `KV/Range`
    /// @throws StoreUnavailableException when no member answers
    EtcdMessage ask(String method, EtcdMessage.Builder request) {
        byte[] bytes = request.bytes();
        var failures = new ArrayList<GrpcFailure>();
        for (int i = 0; i < members.size(); i++) {
            int member = asked.get();
            try {
                return call(member, method, bytes);
            } catch (GrpcFailure e) {
                if (!EtcdFailures.isOfMember(e)) {
                    throw EtcdFailures.of(servers, e);
                }
                failures.add(e);
                leave(member);
            }
        }
        throw EtcdFailures.of(servers, failures.getFirst());
    }

    /// One call that changes something, and its answer. Another member is asked only when the call never
    /// left.
    ///
    /// @throws StoreUnavailableException when it failed, or when nobody knows, which the message says
    EtcdMessage order(String method, EtcdMessage.Builder request) {
        byte[] bytes = request.bytes();
        for (int i = 0; ; i++) {
            int member = asked.get();
            try {
                return call(member, method, bytes);
            } catch (GrpcFailure e) {
                boolean unsent = e.isUnsent();
                if (EtcdFailures.isOfMember(e)) {
                    leave(member);
                }
                if (!unsent || i + 1 >= members.size()) {
                    throw unsent ? EtcdFailures.of(servers, e) : EtcdFailures.ofOrder(servers, e);
                }
            }
        }
    }

    private EtcdMessage call(int member, String method, byte[] request) {
        return EtcdMessage.parse(members.get(member).call(named(method), request, timeout));
    }

    private static String named(String method) {
        return "etcdserverpb." + method;
    }

    /// Asks another member from now on, unless somebody has chosen another one already.
    void leave(int member) {
        asked.compareAndSet(member, (member + 1) % members.size());
    }

    /// Which member is asked now, as its place among [#servers].
    int asked() {
        return asked.get();
    }

    /// A stream in both directions with one member. When it fails in some other way than a call does,
    /// [#leave(int)] has the next member asked.
    ///
    /// @throws GrpcFailure when there is no connection
    GrpcStream stream(int member, String method) {
        return members.get(member).stream(named(method), HAS_LEADER, timeout);
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
            } catch (GrpcFailure e) {
                all.add(EtcdFailures.of(servers.only(i), e));
            }
        }
        return all;
    }

    @Override
    public void close() {
        client.close();
    }
}
