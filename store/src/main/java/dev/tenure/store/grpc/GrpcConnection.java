package dev.tenure.store.grpc;

import dev.tenure.runtime.loop.WaitLimits;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream.FrameList;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.jspecify.annotations.Nullable;

/// The way to one server. It is opened by the first call, and again by the first one after it has failed or
/// been closed; calls that come meanwhile wait for that one attempt. Safe for use by several threads.
public final class GrpcConnection {
    private final HTTP2Client client;
    private final WaitLimits limits;
    private final Line.SignOfLife signOfLife;
    private final boolean secure;
    private final String host;
    private final int port;
    private final String authority;
    private final ReentrantLock opening = new ReentrantLock();
    private @Nullable Line line;

    /// What connections to several servers have in common.
    ///
    /// @param limits of how long calls take
    /// @param signOfLife what is asked of each
    record Shared(HTTP2Client http, WaitLimits limits, Line.SignOfLife signOfLife) {}

    GrpcConnection(Shared shared, boolean secure, String host, int port) {
        this.client = shared.http();
        this.limits = shared.limits();
        this.signOfLife = shared.signOfLife();
        this.secure = secure;
        this.host = host;
        this.port = port;
        this.authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// A call with one answer.
    ///
    /// @param method for example `etcdserverpb.KV/Range`
    /// @param longest how long the connection's opening may take, and then the call
    /// @throws GrpcFailure when it did not end well, or not in time
    public byte[] call(String method, byte[] request, Duration longest) {
        Line open = line();
        Session session = open.enter(longest);
        var call = new GrpcCall(open);
        var head = new HeadersFrame(request(method, Map.of()), null, false);
        var body = new DataFrame(GrpcReader.framed(request), true);
        ((HTTP2Session) session).newStream(new FrameList(head, body, null), call, call);
        return call.await(limits, longest);
    }

    /// A call with messages in both directions.
    ///
    /// @param headers more of them
    /// @param longest how long the connection's opening may take
    /// @throws GrpcFailure when there is no connection
    public GrpcStream stream(String method, Map<String, String> headers, Duration longest) {
        Line open = line();
        Session session = open.enter(longest);
        var stream = new GrpcStream(open);
        session.newStream(new HeadersFrame(request(method, headers), null, false), stream, stream);
        return stream;
    }

    private MetaData.Request request(String method, Map<String, String> headers) {
        HttpFields.Mutable fields =
                HttpFields.build().add("content-type", "application/grpc").add("te", "trailers");
        headers.forEach(fields::add);
        HttpURI uri = HttpURI.build()
                .scheme(secure ? "https" : "http")
                .authority(authority)
                .path("/" + method)
                .asImmutable();
        return new MetaData.Request("POST", uri, HttpVersion.HTTP_2, fields);
    }

    private Line line() {
        opening.lock();
        try {
            Line present = line;
            if (present != null && !present.isOver()) {
                return present;
            }
            var fresh = new Line(client.getScheduler(), signOfLife);
            line = fresh;
            open(fresh);
            return fresh;
        } finally {
            opening.unlock();
        }
    }

    private void open(Line fresh) {
        // Asked anew each time: the address of a name may have changed.
        var resolved = new InetSocketAddress(host, port);
        if (resolved.isUnresolved()) {
            fresh.failed(new UnknownHostException("the name \"%s\" is not known".formatted(host)));
        } else if (secure) {
            client.connect(client.getClientConnector().getSslContextFactory(), resolved, fresh, fresh);
        } else {
            client.connect(resolved, fresh, fresh);
        }
    }
}
