package dev.tenure.apiserver.http;

import java.io.IOException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Jetty's door to whatever answers exchanges.
final class ExchangeHandler extends Handler.Abstract {
    private final Answering answering;

    /// What answers; it may hand the exchange over to somebody who ends it later.
    @FunctionalInterface
    interface Answering {
        void answer(Exchange exchange) throws IOException;
    }

    ExchangeHandler(Answering answering) {
        this.answering = answering;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            var exchange = new Exchange(request, response, callback);
            answering.answer(exchange);
            if (!exchange.isHandedOver()) {
                callback.succeeded();
            }
        } catch (Throwable e) {
            callback.failed(e);
        }
        return true;
    }
}
