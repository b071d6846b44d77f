package dev.tenure.apiserver.http.exchange;

import dev.tenure.runtime.http.Conversation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// An exchange as pages see it that are served elsewhere too.
public final class ExchangeConversation implements Conversation {
    private final Exchange exchange;
    private final Supplier<byte[]> body;

    /// @param body reads the body to its end, or refuses it
    public ExchangeConversation(Exchange exchange, Supplier<byte[]> body) {
        this.exchange = exchange;
        this.body = body;
    }

    @Override
    public String method() {
        return exchange.method();
    }

    @Override
    public String path() {
        return exchange.path();
    }

    @Override
    public Map<String, List<String>> query() {
        return exchange.query();
    }

    @Override
    public String header(String name) {
        return exchange.header(name);
    }

    @Override
    public String host() {
        String authority = exchange.request().getHttpURI().getAuthority();
        return authority == null ? exchange.header("Host") : authority;
    }

    @Override
    public byte[] body() {
        return body.get();
    }

    @Override
    public void setHeader(String name, String value) {
        exchange.setHeader(name, value);
    }

    @Override
    public void answer(int code, String type, byte[] content) throws IOException {
        exchange.answer(code, type, content);
    }

    @Override
    public void begin(int code, String type) throws IOException {
        exchange.begin(code, type);
    }

    @Override
    public void send(byte[] part) throws IOException {
        exchange.send(part);
    }
}
