package dev.tenure.apiserver.authz;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.SelectorSyntaxException;

/// What is asked of an authoriser: may this caller do this?
///
/// @param verb in lower case, as in rules
/// @param name also of a list or watch that selects one name
/// @param path set for paths that are no resources; then the fields of resources are empty
/// @param fields what a list or watch selects
public record Attributes(
        Caller caller,
        String verb,
        String group,
        String version,
        String resource,
        String subresource,
        String namespace,
        String name,
        String path,
        FieldSelector fields) {
    /// A selector that cannot be read selects nothing here; the handler refuses it.
    public static Attributes of(ApiRequest request) {
        FieldSelector fields = request.parameter("fieldSelector")
                .filter(_ -> selects(request.verb()))
                .map(Attributes::selector)
                .orElse(FieldSelector.EVERYTHING);
        return ofResource(request.caller(), verb(request.verb()), request.target(), fields);
    }

    private static boolean selects(Verb verb) {
        return verb == Verb.LIST || verb == Verb.WATCH || verb == Verb.DELETE_COLLECTION;
    }

    private static FieldSelector selector(String text) {
        try {
            return FieldSelector.parse(text);
        } catch (SelectorSyntaxException _) {
            return FieldSelector.EVERYTHING;
        }
    }

    public static Attributes ofPath(Caller caller, String verb, String path) {
        return new Attributes(caller, verb, "", "", "", "", "", "", path, FieldSelector.EVERYTHING);
    }

    public static Attributes ofResource(Caller caller, String verb, Target t) {
        return ofResource(caller, verb, t, FieldSelector.EVERYTHING);
    }

    /// Who lists or watches one object by its name is asked about that object; who deletes a collection needs
    /// the right to all of it, whatever he selects. Upstream: apiserver/pkg/endpoints/request/requestinfo.go.
    ///
    /// @param fields what a list, a watch or the deletion of a collection selects
    public static Attributes ofResource(Caller caller, String verb, Target t, FieldSelector fields) {
        boolean byName = t.name().isEmpty() && (verb.equals("list") || verb.equals("watch"));
        String name = byName ? fields.exactly("metadata.name").orElse("") : t.name();
        return new Attributes(
                caller, verb, t.group(), t.version(), t.resource(), t.subresource(), namespace(t), name, "", fields);
    }

    /// A namespace counts as lying in itself, so that a Role in it can give rights to it. Upstream:
    /// apiserver/pkg/endpoints/request/requestinfo.go.
    private static String namespace(Target target) {
        boolean itself = target.group().isEmpty() && target.resource().equals("namespaces");
        return itself ? target.name() : target.namespace();
    }

    public Attributes withVerb(String other) {
        return new Attributes(caller, other, group, version, resource, subresource, namespace, name, path, fields);
    }

    public boolean aboutPath() {
        return !path.isEmpty();
    }

    /// `pods` or `pods/status`, as in rules.
    public String fullResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /// As in rules.
    public static String verb(Verb verb) {
        return switch (verb) {
            case GET -> "get";
            case LIST -> "list";
            case WATCH -> "watch";
            case CREATE -> "create";
            case UPDATE -> "update";
            case PATCH -> "patch";
            case DELETE -> "delete";
            case DELETE_COLLECTION -> "deletecollection";
        };
    }
}
