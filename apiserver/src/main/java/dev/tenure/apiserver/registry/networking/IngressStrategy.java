package dev.tenure.apiserver.registry.networking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.meta.PlainKind;

/// Ingresses.
public final class IngressStrategy implements PlainKind {
    @Override
    public void prepareForCreate(ObjectNode ingress) {
        ingress.putObject("status").putObject("loadBalancer");
    }
}
