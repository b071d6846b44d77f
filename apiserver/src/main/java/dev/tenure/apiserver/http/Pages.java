package dev.tenure.apiserver.http;

import dev.tenure.model.meta.Caller;
import java.io.IOException;

/// Answers for paths that are no resources: discovery, versions, health, OpenAPI, metrics.
@FunctionalInterface
interface Pages {
    void answer(Exchange exchange, Caller caller) throws IOException;
}
