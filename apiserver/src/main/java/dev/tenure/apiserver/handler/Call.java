package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import java.util.List;

/// One request together with the kind that it is about.
///
/// @param warnings where everybody on the way adds texts for `Warning` headers
/// @param empties of the object that the request writes
public record Call(KindEntry entry, ApiRequest request, List<String> warnings, EmptyParts empties) {
    public Call(KindEntry entry, ApiRequest request, List<String> warnings) {
        this(entry, request, warnings, new EmptyParts());
    }

    public ResourceType type() {
        return entry.type();
    }

    public String namespace() {
        return request.target().namespace();
    }

    public String name() {
        return request.target().name();
    }

    public String subresource() {
        return request.target().subresource();
    }

    public ObjectKey key() {
        return key(name());
    }

    public ObjectKey key(String name) {
        return entry.stored().key(namespace(), name);
    }
}
