package dev.tenure.model.meta;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One call of the API for an object or a collection, free of any transport.
///
/// @param query parameters as on the URL, for example `fieldSelector` or `dryRun`
/// @param notes where who carries it out leaves what its audit event is to say
public record ApiRequest(
        Verb verb, Target target, Map<String, List<String>> query, Body body, Caller caller, AuditNotes notes) {
    /// A call of which nothing is noted.
    public ApiRequest(Verb verb, Target target, Map<String, List<String>> query, Body body, Caller caller) {
        this(verb, target, query, body, caller, new AuditNotes());
    }

    public enum Verb {
        GET,
        LIST,
        WATCH,
        CREATE,
        UPDATE,
        PATCH,
        DELETE,
        DELETE_COLLECTION
    }

    /// What the call is about.
    ///
    /// @param namespace empty: all namespaces, or an object of the whole cluster
    /// @param name empty for a collection
    /// @param subresource empty, or for example `status`
    public record Target(
            String group, String version, String resource, String namespace, String name, String subresource) {}

    /// @param contentType media type without parameters; empty when there is no body
    public record Body(String contentType, Content content) {
        public static final Body NONE = new Body("", new byte[0]);
        public static final String JSON = "application/json";
        public static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
        public static final String YAML = "application/yaml";
        public static final String JSON_PATCH = "application/json-patch+json";
        public static final String MERGE_PATCH = "application/merge-patch+json";
        public static final String STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";
        public static final String APPLY_PATCH = "application/apply-patch+yaml";

        /// A body of known bytes, which must not be changed any more.
        public Body(String contentType, byte[] bytes) {
            this(contentType, Content.of(bytes));
        }

        public static Body json(byte[] bytes) {
            return new Body(JSON, bytes);
        }

        public static Body json(Content content) {
            return new Body(JSON, content);
        }

        /// Shared: never write into them.
        public byte[] bytes() {
            return content.bytes();
        }
    }

    public ApiRequest {
        query = Frozen.map(query);
    }

    /// The same call for another object.
    public ApiRequest about(Target other) {
        return new ApiRequest(verb, other, query, body, caller, notes);
    }

    /// The first value of a query parameter.
    public Optional<String> parameter(String name) {
        List<String> values = query.get(name);
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }
}
