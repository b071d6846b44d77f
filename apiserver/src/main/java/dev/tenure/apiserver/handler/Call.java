package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.admission.RequestForm;
import dev.tenure.apiserver.admission.RequestForm.Projection;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One request together with the kind that it is about.
///
/// @param warnings where everybody on the way adds texts for `Warning` headers
/// @param empties of the object that the request writes
/// @param projection how the object looks to who asks
public record Call(
        KindEntry entry, ApiRequest request, List<String> warnings, EmptyParts empties, Projection projection) {
    public Call(KindEntry entry, ApiRequest request, List<String> warnings) {
        this(entry, request, warnings, new EmptyParts(), Projection.WHOLE);
    }

    /// How the write looks to who sent it.
    ///
    /// @param named whether the sender has said which object it is
    RequestForm form(boolean named) {
        GroupVersionKind kind = RequestForm.kind(entry, subresource());
        return new RequestForm(
                Attributes.verb(request.verb()),
                entry.type(),
                kind,
                projection,
                named,
                empties.last(),
                request.notes(),
                patience());
    }

    private Optional<Duration> patience() {
        List<String> asked = request.query().getOrDefault("timeout", List.of());
        if (asked.isEmpty() || asked.getFirst().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(GoDurationParser.parse(asked.getFirst())).filter(Duration::isPositive);
        } catch (DurationFormatException _) {
            return Optional.empty();
        }
    }

    /// Whether who asks sees and writes the object as one of another kind, as `scale` does.
    boolean isProjected() {
        return !projection.equals(Projection.WHOLE);
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

    /// Where an object of that name is stored.
    ///
    /// @throws RefusedException with 400 when nothing can have such a name. Upstream: NoNamespaceKeyFunc in
    ///     registry/generic/registry/store.go
    public ObjectKey key(String name) {
        List<String> complaints = Names.pathSegment(name);
        if (!complaints.isEmpty()) {
            throw new RefusedException(Statuses.badRequest(
                    "Name parameter invalid: " + Quoted.of(name) + ": " + String.join(";", complaints)));
        }
        return entry.stored().key(namespace(), name);
    }
}
