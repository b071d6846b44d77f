package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.go.GoFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One entry of `metadata.managedFields`: what one manager owns by one kind of operation.
///
/// @param id who it is
/// @param apiVersion the version whose fields are named
/// @param time as written; empty when the entry has none
/// @param fields the fields, or where they can be read from
/// @param origin the element that says just this, if it was read
record ManagerEntry(Id id, String apiVersion, String time, Fields fields, Optional<JsonNode> origin) {

    /// Who an entry belongs to. Applying managers have one entry whatever the version.
    ///
    /// @param apiVersion empty for an applying manager
    record Id(String manager, boolean applied, String apiVersion, String subresource) implements Comparable<Id> {
        static Id of(String manager, boolean applied, String apiVersion, String subresource) {
            return new Id(manager, applied, applied ? "" : apiVersion, subresource);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Id that
                    && applied == that.applied
                    && manager.equals(that.manager)
                    && subresource.equals(that.subresource)
                    && apiVersion.equals(that.apiVersion);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * manager.hashCode() + subresource.hashCode()) + apiVersion.hashCode();
        }

        /// As upstream writes an identifier, which decides the order of managers in messages.
        private String text() {
            return GoFormat.quoted(manager)
                    + (applied ? "Apply" : "Update")
                    + GoFormat.quoted(apiVersion)
                    + GoFormat.quoted(subresource);
        }

        @Override
        public int compareTo(Id other) {
            return text().compareTo(other.text());
        }

        /// As messages name a manager: `"kubectl" using apps/v1`.
        @Override
        public String toString() {
            String name = GoFormat.quoted(manager)
                    + (subresource.isEmpty() ? "" : " with subresource " + GoFormat.quoted(subresource));
            return applied ? name : name + " using " + apiVersion;
        }
    }

    /// A set of fields, read when it is first asked for. Confined to one call.
    static final class Fields {
        private final @Nullable JsonNode written;
        private @Nullable FieldSet read;

        private Fields(@Nullable JsonNode written, @Nullable FieldSet read) {
            this.written = written;
            this.read = read;
        }

        static Fields of(FieldSet set) {
            return new Fields(null, set);
        }

        static Fields written(JsonNode fieldsV1) {
            return new Fields(fieldsV1, null);
        }

        FieldSet set() {
            FieldSet known = read;
            if (known == null) {
                known = written == null ? FieldSet.EMPTY : FieldSet.parse(written);
                read = known;
            }
            return known;
        }

        boolean isEmpty() {
            return written == null ? set().isEmpty() : written.isEmpty();
        }

        JsonNode json() {
            return written == null ? set().fieldsV1() : WorkingTree.copy(written);
        }
    }

    /// @throws IllegalArgumentException when the entry is malformed
    static ManagerEntry parse(JsonNode entry, int place) {
        String operation = entry.path("operation").asText("");
        if (!operation.equals("Apply") && !operation.equals("Update")) {
            throw new IllegalArgumentException("operation must be `Apply` or `Update`");
        }
        String apiVersion = entry.path("apiVersion").asText("");
        if (apiVersion.isEmpty()) {
            throw new IllegalArgumentException("apiVersion must not be empty");
        }
        String fieldsType = entry.path("fieldsType").asText("");
        if (!fieldsType.equals("FieldsV1")) {
            throw new IllegalArgumentException(
                    fieldsType.isEmpty()
                            ? "missing fieldsType in managed fields entry " + place
                            : "invalid fieldsType \"" + fieldsType + "\" in managed fields entry " + place);
        }
        Id id = Id.of(
                entry.path("manager").asText(""),
                operation.equals("Apply"),
                apiVersion,
                entry.path("subresource").asText(""));
        var fields = Fields.written(entry.path("fieldsV1"));
        return new ManagerEntry(id, apiVersion, entry.path("time").asText(""), fields, Optional.of(entry));
    }

    static ManagerEntry of(Id id, FieldScope scope, FieldSet set) {
        return of(id, scope.apiVersion(), "", set);
    }

    static ManagerEntry of(Id id, String apiVersion, String time, FieldSet set) {
        return new ManagerEntry(id, apiVersion, time, Fields.of(set), Optional.empty());
    }

    FieldSet set() {
        return fields.set();
    }

    /// Without the members of `taken`; itself when it has none of them.
    ManagerEntry without(FieldSet taken) {
        return set().meets(taken) ? withSet(set().difference(taken)) : this;
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /// The same entry, read and to be written anew.
    ManagerEntry renewed() {
        return of(id, apiVersion, time, set());
    }

    /// The same entry with another set; itself when the set is the same.
    ManagerEntry withSet(FieldSet set) {
        return set.equals(set()) ? this : of(id, apiVersion, time, set);
    }

    ManagerEntry withTime(String newTime) {
        return newTime.equals(time) ? this : new ManagerEntry(id, apiVersion, newTime, fields, Optional.empty());
    }

    /// As the API shows it.
    JsonNode json() {
        return origin.map(WorkingTree::copy).orElseGet(this::written);
    }

    private JsonNode written() {
        ObjectNode json = Json.object();
        if (!id.manager.isEmpty()) {
            json.put("manager", id.manager);
        }
        json.put("operation", id.applied ? "Apply" : "Update");
        json.put("apiVersion", apiVersion);
        if (!time.isEmpty()) {
            json.put("time", time);
        }
        json.put("fieldsType", "FieldsV1");
        json.set("fieldsV1", fields.json());
        if (!id.subresource.isEmpty()) {
            json.put("subresource", id.subresource);
        }
        return json;
    }
}
