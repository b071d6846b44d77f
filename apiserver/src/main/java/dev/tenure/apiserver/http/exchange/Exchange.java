package dev.tenure.apiserver.http.exchange;

import dev.tenure.apiserver.audit.AuditedRequest;
import dev.tenure.apiserver.http.connection.ChunkedConnection;
import dev.tenure.apiserver.negotiate.ListStream;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.runtime.limit.ByteBudget;
import dev.tenure.runtime.time.Tick;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// One request and its answer, on the thread that carries it out.
public final class Exchange {
    static final int BODY_BYTES_MAX = 3 * 1024 * 1024;
    private static final int COMPRESS_ABOVE_BYTES = 128 * 1024;
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final int ID_LENGTH_MAX = 64;
    private static final int BODY_BYTES_AT_FIRST = 16 * 1024;
    private static final int DRAIN_BYTES_MAX = 256 * 1024;
    /// What a client must take within the time that it may stall for.
    private static final int SLICE = 256 * 1024;
    private static final int RETRY_SECONDS = 1;
    private static final String IMPERSONATE = "impersonate-";

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final ClientPace pace;
    private volatile Runnable seat = Exchange::nothing;
    private volatile long answerBytes;
    private boolean handedOver;
    private boolean inChunks;
    private boolean bodyRead;
    private Runnable giveBack = Exchange::nothing;
    private final Map<String, List<String>> query;
    private final Tick begun;
    private final String id;
    private Optional<AuditedRequest> audited = Optional.empty();

    public Exchange(Request request, Response response, Callback callback, ClientPace pace) {
        this.pace = pace;
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.query = QueryParameters.of(request.getHttpURI().getQuery());
        this.begun = pace.now();
        String given = header("Audit-Id");
        this.id = given.isEmpty() || given.length() > ID_LENGTH_MAX ? RequestIds.next() : given;
    }

    /// What the request is called in logs: its client's choice, or one of ours. Upstream: WithAuditInit.
    public String id() {
        return id;
    }

    /// When it arrived.
    public Tick begun() {
        return begun;
    }

    /// How long ago that was.
    Duration age() {
        return pace.now().since(begun);
    }

    /// The events that are written of this request; nothing when the audit policy is not about it.
    public Optional<AuditedRequest> audited() {
        return audited;
    }

    public void isAudited(AuditedRequest events) {
        audited = Optional.of(events);
    }

    public String method() {
        return request.getMethod();
    }

    public String path() {
        String path = request.getHttpURI().getPath();
        return path == null ? "/" : path;
    }

    public Map<String, List<String>> query() {
        return query;
    }

    public boolean has(String parameter) {
        return query.containsKey(parameter);
    }

    /// The first value of a parameter; empty text when it is absent.
    public String parameter(String name) {
        List<String> values = query.get(name);
        return values == null || values.isEmpty() ? "" : values.getFirst();
    }

    /// Of what connects to a pod, service or node there is no dry run. Upstream: handlers/rest.go
    /// (ConnectResource).
    ///
    /// @throws RefusedException with 400 when somebody asks for one
    public void refuseDryRun() {
        if (has("dryRun")) {
            throw new RefusedException(Statuses.badRequest("dryRun is not supported"));
        }
    }

    /// Whether answers are to be indented: as asked for, else for clients that people look at.
    public boolean pretty() {
        String asked = parameter("pretty");
        if (!asked.isEmpty()) {
            return TRUE.contains(asked);
        }
        String agent = header("User-Agent");
        return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
    }

    /// A header's value; empty text when it is absent.
    public String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    /// All values of a header that may stand several times.
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    public List<String> headerNames() {
        var names = new ArrayList<String>();
        for (HttpField field : request.getHeaders()) {
            names.add(field.getName());
        }
        return names;
    }

    /// Whether any header speaks of impersonation.
    public boolean impersonates() {
        for (HttpField field : request.getHeaders()) {
            if (field.getName().regionMatches(true, 0, IMPERSONATE, 0, IMPERSONATE.length())) {
                return true;
            }
        }
        return false;
    }

    public Request request() {
        return request;
    }

    public Response response() {
        return response;
    }

    /// Gives the connection to somebody else, who ends the exchange by what is returned.
    Callback handOver() {
        handedOver = true;
        return callback;
    }

    /// The connection was not wanted: the exchange is ended here after all.
    void takeBack() {
        handedOver = false;
    }

    public boolean isHandedOver() {
        return handedOver;
    }

    /// Whether the client asks to go on with a WebSocket.
    public boolean asksForWebSocket() {
        return header("Upgrade").equalsIgnoreCase("websocket")
                && header("Connection").toLowerCase(Locale.ROOT).contains("upgrade");
    }

    /// What the client has shown: its certificate, then those that it says vouch for it. Nobody has looked at
    /// them yet.
    public List<X509Certificate> clientCertificates() {
        return clientCertificates(request);
    }

    public static List<X509Certificate> clientCertificates(Request request) {
        if (request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session) {
            X509Certificate[] chain = session.peerCertificates();
            return chain == null ? List.of() : List.of(chain);
        }
        return List.of();
    }

    /// The address at which the client reached this server.
    public String localAddress() {
        return Request.getLocalAddr(request) + ":" + Request.getLocalPort(request);
    }

    /// Reads the body to its end. Memory is taken for what has arrived, not for what is announced.
    ///
    /// @param memory of the bodies of all requests
    /// @param owner who sends it
    /// @param always whether to take it though there is none left
    /// @throws RefusedException with 413 when it is too large, 429 when there is no memory, 504 when it is
    ///     too slow, by its pace or by the connection's limit of silence, whichever is noticed first
    public Body body(ByteBudget memory, String owner, boolean always) {
        long declared = request.getLength();
        byte[] bytes =
                new byte[declared > 0 && declared < BODY_BYTES_AT_FIRST ? (int) declared + 1 : BODY_BYTES_AT_FIRST];
        int size = 0;
        pace.reads();
        try {
            InputStream in = Content.Source.asInputStream(request);
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes, size, bytes.length - size)) {
                size += n;
                pace.hasRead(size);
                if (size > BODY_BYTES_MAX) {
                    throw new RefusedException(
                            Statuses.tooLargeBody("Request entity too large: limit is " + BODY_BYTES_MAX));
                }
                if (size == bytes.length) {
                    take(memory, owner, size, always);
                    bytes = Arrays.copyOf(bytes, 2 * size);
                }
            }
            bodyRead = true;
        } catch (IOException e) {
            if (pace.goesOn() || e.getCause() instanceof TimeoutException) {
                throw new RefusedException(Statuses.timeout("request did not complete within the allotted timeout", 0));
            }
            throw new UncheckedIOException("the body ends early", e);
        } finally {
            pace.goesOn();
        }
        String type = header("Content-Type");
        boolean patch = request.getMethod().equals("PATCH");
        return new Body(patch ? MediaTypes.ofPatch(type) : MediaTypes.ofBody(type), Arrays.copyOf(bytes, size));
    }

    /// Takes memory for the rest of the exchange.
    ///
    /// @param owner for whom
    /// @param always whether to take it though there is none left
    /// @throws RefusedException with 429 when there is none
    public void take(ByteBudget memory, String owner, long bytes, boolean always) {
        if (always) {
            memory.force(owner, bytes);
        } else if (!memory.take(owner, bytes)) {
            throw new RefusedException(Statuses.tooManyRequests(
                    "Too many large requests, please try again later.", RETRY_SECONDS, List.of()));
        }
        Runnable before = giveBack;
        giveBack = () -> {
            before.run();
            memory.give(owner, bytes);
        };
    }

    /// The exchange is over: gives back what was taken for it.
    public void release() {
        giveBack.run();
        giveBack = Exchange::nothing;
    }

    private static void nothing() {}

    /// Takes what is left of the body off the connection, so that the next request can be read; of a stranger
    /// only what is here already. When that is not all, the client is told that the connection ends with the
    /// answer.
    private void settle() {
        boolean streams = streams();
        boolean none = request.getLength() <= 0 && header("Transfer-Encoding").isEmpty();
        if (bodyRead || streams || none || drained()) {
            return;
        }
        setHeader("Connection", "close");
    }

    private boolean streams() {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    /// After the answer: on HTTP/2 takes what the client still sends of a body that nobody read, about a
    /// second long at most. A stream that ends before its body is reset, and of a client that was still
    /// sending only some see the answer then: Java's does not.
    public void awaitRest() {
        if (bodyRead || !streams()) {
            return;
        }
        pace.lingers();
        try {
            InputStream rest = Content.Source.asInputStream(request);
            if (rest.read() >= 0) {
                rest.skipNBytes(BODY_BYTES_MAX);
            }
        } catch (IOException _) {
            // it has ended or gone, or takes too long: then its stream is reset
        } finally {
            pace.goesOn();
        }
    }

    private boolean drained() {
        if (request.getLength() > DRAIN_BYTES_MAX || response.isCommitted()) {
            return false;
        }
        int waste = 0;
        while (waste <= DRAIN_BYTES_MAX) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                return false;
            }
            waste += chunk.remaining();
            boolean last = chunk.isLast();
            boolean failed = Content.Chunk.isFailure(chunk);
            chunk.release();
            if (last || failed) {
                return last && !failed;
            }
        }
        return false;
    }

    /// The code that was answered; 0 before that.
    public int code() {
        return response.getStatus();
    }

    public void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    public void addHeader(String name, String value) {
        response.getHeaders().add(name, value);
    }

    /// Adds a `Warning` header for each text.
    public void warn(List<String> texts) {
        WarningHeaders.of(texts).forEach(text -> addHeader("Warning", WarningHeaders.value(text)));
    }

    /// Answers at once with these bytes, compressed where that pays, unless the headers say that they are
    /// already.
    public void answer(int code, String contentType, byte[] body) throws IOException {
        response.setStatus(code);
        if (!contentType.isEmpty()) {
            setHeader("Content-Type", contentType);
        }
        byte[] sent = body;
        boolean packed = response.getHeaders().contains("Content-Encoding");
        if (body.length > COMPRESS_ABOVE_BYTES && !packed && isCompressed()) {
            sent = Gzip.compressed(body);
        }
        response.getHeaders().put("Content-Length", sent.length);
        answerBytes = sent.length;
        settle();
        audited.ifPresent(events -> events.responds(code));
        int at = 0;
        while (sent.length - at > SLICE) {
            write(false, ByteBuffer.wrap(sent, at, SLICE));
            at += SLICE;
        }
        write(true, ByteBuffer.wrap(sent, at, sent.length - at));
    }

    private void write(boolean last, ByteBuffer bytes) throws IOException {
        pace.writes();
        try {
            Content.Sink.write(response, last, bytes);
        } finally {
            pace.goesOn();
        }
    }

    /// Answers with a list while it is made.
    ///
    /// @param hard makes a part of it, where such work is done
    public void answer(ListStream list, UnaryOperator<Supplier<byte[]>> hard) throws IOException {
        response.setStatus(HttpStatus.OK_200);
        setHeader("Content-Type", list.contentType());
        boolean compressed = isCompressed();
        settle();
        audited.ifPresent(events -> events.responds(HttpStatus.OK_200));
        var made = new ByteArrayOutputStream();
        OutputStream out = compressed ? new Gzip(made) : made;
        Supplier<byte[]> parts = hard.apply(() -> part(list, out, made));
        long sent = 0;
        for (byte[] part = parts.get(); part.length > 0; part = parts.get()) {
            sent += part.length;
            answerBytes = sent;
            write(false, ByteBuffer.wrap(part));
        }
        write(true, ByteBuffer.allocate(0));
    }

    /// The next part of a list; empty at its end.
    private static byte[] part(ListStream list, OutputStream out, ByteArrayOutputStream made) {
        try {
            while (made.size() < SLICE) {
                byte[] next = list.next();
                if (next.length == 0) {
                    out.close();
                    break;
                }
                out.write(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] part = made.toByteArray();
        made.reset();
        return part;
    }

    /// Whether a large answer is sent compressed; if so, its head says it.
    private boolean isCompressed() {
        boolean pays = Gzip.pays(
                header("Accept-Encoding"), request.getConnectionMetaData().getRemoteSocketAddress());
        if (pays) {
            setHeader("Content-Encoding", Gzip.ENCODING);
            addHeader("Vary", "Accept-Encoding");
        }
        return pays;
    }

    /// Begins an answer that goes on: its head is sent.
    public void begin(int code, String contentType) throws IOException {
        audited.ifPresent(events -> events.responds(code));
        response.setStatus(code);
        setHeader("Content-Type", contentType);
        inChunks = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
        if (inChunks) {
            ChunkedConnection.framedByTheAnswer(response);
        }
        write(false, ByteBuffer.allocate(0));
    }

    /// Sends a part of an answer that goes on, all of it; blocks while the client does not read.
    public void send(byte[] part) throws IOException {
        answerBytes = part.length;
        write(false, ByteBuffer.wrap(inChunks && part.length > 0 ? ChunkedConnection.chunk(part) : part));
    }

    /// Ends an answer that was sent in parts.
    public void end() throws IOException {
        write(true, ByteBuffer.wrap(inChunks ? ChunkedConnection.END : new byte[0]));
    }

    /// Sends a part of an answer that another server makes, all of it; blocks while the client does not read.
    public void relay(boolean last, ByteBuffer part) throws IOException {
        answerBytes = part.remaining();
        write(last, part);
    }

    /// Notes what is to be run when the exchange needs its seat no more; it must do nothing when it is run
    /// again.
    public void sits(Runnable leave) {
        seat = leave;
    }

    /// The exchange needs its seat no more. Any thread.
    public void leaveSeat() {
        seat.run();
    }

    /// How large the answer is that is being sent.
    public long answerBytes() {
        return answerBytes;
    }

    /// How fast the client is.
    public ClientPace pace() {
        return pace;
    }
}
