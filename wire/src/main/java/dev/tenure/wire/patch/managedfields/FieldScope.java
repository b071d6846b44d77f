package dev.tenure.wire.patch.managedfields;

import static java.util.stream.Collectors.toMap;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.Findings;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What field management has to know of the place that a request is sent to. One a resource and
/// sub-resource; make it once and keep it.
public final class FieldScope {
    private final ObjectType type;
    private final GroupVersionKind kind;
    private final String apiVersion;
    private final String subresource;
    private final Filter filter;
    private final ObjectNode zero;
    private final FieldPlace place;
    private final Versions versions;
    private final Findings<FieldDifferences> newSpecs = new Findings<>("fields of new specs");

    private FieldScope(ObjectType type, GroupVersionKind kind, String subresource, Filter filter) {
        this(type, kind, subresource, filter, new Versions(false, Map.of()));
    }

    private FieldScope(ObjectType type, GroupVersionKind kind, String subresource, Filter filter, Versions versions) {
        this.versions = versions;
        this.type = type;
        this.kind = kind;
        this.apiVersion = kind.apiVersion();
        this.subresource = subresource;
        this.filter = filter;
        this.zero = ZeroObject.of(type);
        this.place = FieldPlace.of(type);
    }

    /// @param defined whether the kind was defined at run time
    /// @param others beside that of the request, by their names
    private record Versions(boolean defined, Map<String, OtherVersion> others) {
        static Versions of(boolean defined, List<OtherVersion> others) {
            return new Versions(
                    defined, Frozen.map(others.stream().collect(toMap(OtherVersion::apiVersion, other -> other))));
        }
    }

    private static final Map<String, String[]> STATUS_RESETS = Map.of(
            "Pod", new String[] {"spec", "metadata.deletionTimestamp", "metadata.ownerReferences"},
            "Deployment", new String[] {"spec", "metadata.labels"},
            "VolumeAttachment", new String[] {"spec", "metadata"},
            "CustomResourceDefinition", new String[] {"spec", "metadata"});

    private static final String[] RESIZED = {
        "spec.containers.*.resources", "spec.containers.*.resizePolicy",
        "spec.initContainers.*.resources", "spec.initContainers.*.resizePolicy"
    };

    /// The scope of a built-in kind, with what upstream's strategy for it resets.
    ///
    /// @param kind of the request's body: for `/scale` that of Scale
    /// @param subresource empty for the object itself
    /// @throws IllegalArgumentException when the schema has no such kind
    public static FieldScope builtIn(GroupVersionKind kind, String subresource) {
        ObjectType type = Schema.builtIn()
                .kind(kind)
                .orElseThrow(() -> new IllegalArgumentException("kind " + kind + " is not in the schema"));
        return switch (subresource) {
            case "" -> type.place("status") >= 0 ? of(type, kind, "", "status") : of(type, kind, "");
            case "status" -> of(type, kind, "status", STATUS_RESETS.getOrDefault(kind.kind(), new String[] {"spec"}));
            case "ephemeralcontainers" -> only(type, kind, subresource, "spec.ephemeralContainers");
            case "resize" -> only(type, kind, subresource, RESIZED);
            default -> of(type, kind, subresource);
        };
    }

    /// @param subresource empty for the object itself
    /// @param resetFields fields that a write here never changes, as paths of field names: `status`,
    ///     `metadata.ownerReferences`. Nobody comes to own them by a write here. Upstream:
    ///     GetResetFields of the strategy
    public static FieldScope of(ObjectType type, GroupVersionKind kind, String subresource, String... resetFields) {
        return new FieldScope(type, kind, subresource, allBut(resetFields));
    }

    static Filter allBut(String... resetFields) {
        FieldSet reset = FieldSet.EMPTY;
        for (String path : resetFields) {
            reset = reset.union(FieldSet.ofFields(path.split("\\.")));
        }
        return new Filter.AllBut(reset);
    }

    /// The same place of a kind that has other versions.
    public FieldScope withVersions(List<OtherVersion> otherVersions) {
        return new FieldScope(type, kind, subresource, filter, Versions.of(versions.defined, otherVersions));
    }

    /// The same place of a kind that was defined at run time.
    ///
    /// @param otherVersions all others that its definition names, served or not
    public FieldScope defined(List<OtherVersion> otherVersions) {
        return new FieldScope(type, kind, subresource, filter, Versions.of(true, otherVersions));
    }

    /// A place where only some fields can be changed.
    ///
    /// @param fields paths of field names, `*` for any step: `spec.containers.*.resources`. Upstream:
    ///     GetResetFieldsFilter of the strategy
    public static FieldScope only(ObjectType type, GroupVersionKind kind, String subresource, String... fields) {
        List<List<String>> patterns = new ArrayList<>();
        for (String path : fields) {
            patterns.add(List.of(path.split("\\.")));
        }
        return new FieldScope(type, kind, subresource, new Filter.Only(patterns));
    }

    /// Whether the kind was defined at run time.
    boolean isDefined() {
        return versions.defined;
    }

    ObjectType type() {
        return type;
    }

    /// What a new object is compared with; not to be changed.
    ObjectNode zero() {
        return zero;
    }

    /// What was found out about the specs of new objects.
    Findings<FieldDifferences> newSpecs() {
        return newSpecs;
    }

    FieldPlace place() {
        return place;
    }

    GroupVersionKind kind() {
        return kind;
    }

    /// `v1` or `group/version`.
    String apiVersion() {
        return apiVersion;
    }

    /// Whether what was written in a version still counts. Versions that a built-in kind does not have are
    /// forgotten; those that a definition does not name are a fault, see [#converted].
    boolean keeps(String version) {
        return version.equals(apiVersion)
                || versions.others.containsKey(version)
                || versions.defined
                || version.indexOf('/') != version.lastIndexOf('/');
    }

    /// Where objects of a version lie.
    ///
    /// @param version of the request, or one of the others
    FieldPlace place(String version) {
        OtherVersion other = versions.others.get(version);
        return other == null ? place : other.place();
    }

    /// What counts of some fields of a version, where the request is sent to.
    FieldSet filtered(String version, FieldSet fields) {
        OtherVersion other = versions.others.get(version);
        return other == null ? filtered(fields) : other.filtered(fields);
    }

    /// An object of one version as another one has it; itself when both are the same.
    ///
    /// @throws VersionException when it is no object of the other version, or there is no such version
    ObjectNode converted(ObjectNode object, String from, String to) {
        if (from.equals(to)) {
            return object;
        }
        ObjectNode own = from.equals(apiVersion) ? object : other(from).back(object);
        ObjectNode converted = to.equals(apiVersion) ? own : other(to).there(own);
        String faults = TypedCheck.faults(converted, place(to));
        if (!faults.isEmpty()) {
            throw new VersionException(faults);
        }
        return converted;
    }

    private OtherVersion other(String version) {
        OtherVersion other = versions.others.get(version);
        if (other != null) {
            return other;
        }
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            throw new VersionException("unexpected GroupVersion string: " + version);
        }
        String group = version.indexOf('/') < 0 ? "" : version.substring(0, version.indexOf('/'));
        throw new VersionException(
                group.equals(kind.group())
                        ? "request to convert CR to an invalid group/version: " + version
                        : kind.group() + "/" + kind.version() + ", Kind=" + kind.kind()
                                + " is unstructured and is not suitable for converting to "
                                + GoFormat.quoted(version));
    }

    /// Whether field management can tell what an object says. One of a kind that was defined at run time may
    /// say what its definition does not allow, before it is validated or where a write does not count.
    boolean reads(ObjectNode object) {
        return !versions.defined || TypedCheck.fits(object, place);
    }

    String subresource() {
        return subresource;
    }

    FieldSet filtered(FieldSet fields) {
        return filter.apply(fields);
    }

    /// Leaves what counts here.
    Filter filter() {
        return filter;
    }

    /// Which fields count in a scope.
    sealed interface Filter {
        FieldSet apply(FieldSet fields);

        record AllBut(FieldSet reset) implements Filter {
            @Override
            public FieldSet apply(FieldSet fields) {
                return fields.without(reset);
            }

            @Override
            public boolean equals(@Nullable Object other) {
                return this == other || (other instanceof AllBut that && reset.equals(that.reset));
            }

            @Override
            public int hashCode() {
                return reset.hashCode();
            }
        }

        record Only(List<List<String>> patterns) implements Filter {
            @Override
            public FieldSet apply(FieldSet fields) {
                return matching(fields, patterns);
            }

            private static FieldSet matching(FieldSet fields, List<List<String>> patterns) {
                if (patterns.stream().anyMatch(List::isEmpty)) {
                    return fields;
                }
                FieldSet.Builder kept = new FieldSet.Builder();
                for (FieldSet.Node node : fields.nodes()) {
                    List<List<String>> deeper = patterns.stream()
                            .filter(pattern -> matches(pattern.getFirst(), node.step()))
                            .map(pattern -> pattern.subList(1, pattern.size()))
                            .toList();
                    if (!deeper.isEmpty()) {
                        kept.add(node.step(), node.member(), matching(node.below(), deeper));
                    }
                }
                return kept.build();
            }

            private static boolean matches(String pattern, PathElement step) {
                return pattern.equals("*") || (step.isField() && pattern.equals(step.fieldName()));
            }
        }
    }
}
