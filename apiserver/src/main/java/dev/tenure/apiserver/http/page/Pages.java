package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.model.meta.Caller;
import java.io.IOException;

/// Answers for paths that are no resources: discovery, versions, health, OpenAPI, metrics.
@FunctionalInterface
public interface Pages {
    void answer(Exchange exchange, Caller caller) throws IOException;
}
