package dev.tenure.console.session;

import dev.tenure.runtime.http.Conversation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;

/// A conversation on the console's own socket.
final class SocketConversation implements Conversation {
    private static final int BODY_BYTES_MAX = 256 * 1024;

    private final Request request;
    private final Response response;

    SocketConversation(Request request, Response response) {
        this.request = request;
        this.response = response;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return Request.getPathInContext(request);
    }

    @Override
    public Map<String, List<String>> query() {
        var query = new LinkedHashMap<String, List<String>>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            query.put(field.getName(), List.copyOf(field.getValues()));
        }
        return query;
    }

    @Override
    public String header(String name) {
        String value = request.getHeaders().get(name);
        return value == null ? "" : value;
    }

    @Override
    public String host() {
        return header("Host");
    }

    @Override
    public byte[] body() throws IOException {
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(BODY_BYTES_MAX + 1);
            if (body.length > BODY_BYTES_MAX) {
                throw new IOException("the body is too large");
            }
            return body;
        }
    }

    @Override
    public void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    @Override
    public void answer(int code, String type, byte[] body) throws IOException {
        begin(code, type);
        write(true, body);
    }

    @Override
    public void begin(int code, String type) {
        response.setStatus(code);
        if (!type.isEmpty()) {
            setHeader("Content-Type", type);
        }
    }

    @Override
    public void send(byte[] part) throws IOException {
        write(false, part);
    }

    private void write(boolean last, byte[] bytes) throws IOException {
        Content.Sink.write(response, last, ByteBuffer.wrap(bytes));
    }
}
