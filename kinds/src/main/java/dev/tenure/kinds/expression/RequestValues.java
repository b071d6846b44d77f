package dev.tenure.kinds.expression;

import dev.tenure.kinds.expression.library.AccessQuestion;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Lazy;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What expressions are given of one request. Used by one thread. Upstream:
/// apiserver/pkg/admission/plugin/cel/activation.go.
public final class RequestValues {
    private static final String AUTHORIZER = "authorizer";
    private static final String OF_RESOURCE = "authorizer.requestResource";

    private final Map<String, Lazy<Object>> values = new HashMap<>();

    /// The request itself.
    ///
    /// @param request as an AdmissionRequest, without objects
    /// @param object what is to be stored; absent for deletions
    /// @param old what is stored; absent for creations
    public RequestValues(JsonNode request, Optional<? extends JsonNode> object, Optional<? extends JsonNode> old) {
        put("request", Optional.of(request));
        put("object", object);
        put("oldObject", old);
        put("namespaceObject", Optional.empty());
        put("params", Optional.empty());
    }

    private RequestValues(RequestValues from) {
        values.putAll(from.values);
    }

    private void put(String name, Optional<? extends JsonNode> tree) {
        values.put(name, new Lazy<>(() -> TreeValues.of(tree.isPresent() ? tree.get() : NullNode.INSTANCE)));
    }

    /// The same with the namespace that the object lies in.
    public RequestValues in(Optional<? extends JsonNode> namespace) {
        return with("namespaceObject", namespace);
    }

    /// The same with the parameters of a policy.
    public RequestValues given(Optional<? extends JsonNode> params) {
        return with("params", params);
    }

    private RequestValues with(String name, Optional<? extends JsonNode> tree) {
        var other = new RequestValues(this);
        other.put(name, tree);
        return other;
    }

    /// The same for expressions that may ask what the sender is allowed to.
    ///
    /// @param place that the request is sent to
    public RequestValues asking(AccessQuestion question, Target place) {
        var other = new RequestValues(this);
        other.values.put(AUTHORIZER, new Lazy<>(() -> question));
        other.values.put(OF_RESOURCE, new Lazy<>(() -> question.about(place)));
        return other;
    }

    Optional<Object> find(String name) {
        return Optional.ofNullable(values.get(name)).map(Lazy::get);
    }
}
