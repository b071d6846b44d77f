package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The types that expressions on requests see. Pure. Upstream: apiserver/pkg/admission/plugin/cel/compile.go,
/// apiserver/pkg/cel/mutation.
final class RequestTypes {
    static final String VARIABLES = "kubernetes.variables";
    static final String OBJECT = "Object";
    static final String PATCH = "JSONPatch";

    private static final CelType TEXTS = ListType.create(SimpleType.STRING);

    private static final CelType NAMELESS = OpaqueType.create("");
    private static final ImmutableMap<String, CelType> STRUCTURES = ImmutableMap.copyOf(structures());

    private RequestTypes() {}

    /// @param variables that were defined before, by name
    /// @param words fields that objects which are written may have; absent when none can be written
    static CelTypeProvider provider(VariableTypes variables, Optional<ImmutableSet<String>> words) {
        return new Known(STRUCTURES, variables, words.isPresent(), words.orElse(ImmutableSet.of()));
    }

    /// What is known of a variable of a type: of types beyond the language's own nothing is. Upstream:
    /// composition.go (convertCelTypeToDeclType).
    static CelType ofVariable(CelType type) {
        return switch (type) {
            case ListType list -> ListType.create(ofVariable(list.elemType()));
            case MapType map -> MapType.create(ofVariable(map.keyType()), ofVariable(map.valueType()));
            case SimpleType simple -> simple;
            default -> SimpleType.DYN;
        };
    }

    private static Map<String, CelType> structures() {
        Map<String, CelType> all = new LinkedHashMap<>();
        request(all);
        namespace(all);
        return all;
    }

    private static void request(Map<String, CelType> all) {
        structure(all, "kubernetes.GroupVersionKind", texts("group", "version", "kind"));
        structure(all, "kubernetes.GroupVersionResource", texts("group", "version", "resource"));
        structure(
                all,
                "kubernetes.UserInfo",
                texts("username", "uid").with("groups", TEXTS).with("extra", MapType.create(SimpleType.STRING, TEXTS)));
        CelType kind = StructTypeReference.create("kubernetes.GroupVersionKind");
        CelType resource = StructTypeReference.create("kubernetes.GroupVersionResource");
        structure(
                all,
                "kubernetes.AdmissionRequest",
                texts("subResource", "requestSubResource", "name", "namespace", "operation")
                        .with("kind", kind)
                        .with("requestKind", kind)
                        .with("resource", resource)
                        .with("requestResource", resource)
                        .with("userInfo", StructTypeReference.create("kubernetes.UserInfo"))
                        .with("dryRun", SimpleType.BOOL)
                        .with("options", SimpleType.DYN));
    }

    private static void namespace(Map<String, CelType> all) {
        structure(all, "kubernetes.NamespaceSpec", texts().with("finalizers", TEXTS));
        structure(
                all,
                "kubernetes.NamespaceCondition",
                texts("status", "type", "message", "reason").with("lastTransitionTime", SimpleType.TIMESTAMP));
        structure(
                all,
                "kubernetes.NamespaceStatus",
                texts("phase")
                        .with(
                                "conditions",
                                ListType.create(StructTypeReference.create("kubernetes.NamespaceCondition"))));
        CelType entries = MapType.create(SimpleType.STRING, SimpleType.STRING);
        structure(
                all,
                "kubernetes.NamespaceMetadata",
                texts("name", "generateName", "namespace", "UID", "resourceVersion")
                        .with("labels", entries)
                        .with("annotations", entries)
                        .with("creationTimestamp", SimpleType.TIMESTAMP)
                        .with("deletionTimestamp", SimpleType.TIMESTAMP)
                        .with("deletionGracePeriodSeconds", SimpleType.INT)
                        .with("generation", SimpleType.INT)
                        .with("finalizers", TEXTS));
        structure(
                all,
                "kubernetes.Namespace",
                texts().with("metadata", StructTypeReference.create("kubernetes.NamespaceMetadata"))
                        .with("spec", StructTypeReference.create("kubernetes.NamespaceSpec"))
                        .with("status", StructTypeReference.create("kubernetes.NamespaceStatus")));
    }

    /// The fields of a structure while they are listed.
    private static final class Fields extends LinkedHashMap<String, CelType> {
        private static final long serialVersionUID = 1;

        Fields with(String name, CelType type) {
            put(name, type);
            return this;
        }
    }

    private static Fields texts(String... names) {
        var fields = new Fields();
        for (String name : names) {
            fields.put(name, SimpleType.STRING);
        }
        return fields;
    }

    private static void structure(Map<String, CelType> all, String name, Map<String, CelType> fields) {
        ImmutableMap<String, CelType> types = ImmutableMap.copyOf(fields);
        all.put(name, StructType.create(name, types.keySet(), field -> Optional.ofNullable(types.get(field))));
    }

    /// The structures by name; with patches also `Object` and all below it, which take any field.
    @SuppressWarnings("Immutable") // which variables it shows changes; it is asked by the thread that changes that
    private record Known(
            ImmutableMap<String, CelType> byName, VariableTypes variables, boolean patches, ImmutableSet<String> words)
            implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableSet.<CelType>builder()
                    .add(variables.structure())
                    .addAll(byName.values())
                    .build();
        }

        @Override
        public Optional<CelType> findType(String name) {
            if (patches && (name.equals(OBJECT) || name.startsWith(OBJECT + "."))) {
                return Optional.of(StructType.create(name, words, _ -> Optional.of(SimpleType.DYN)));
            }
            if (name.equals(VARIABLES)) {
                return Optional.of(variables.structure());
            }
            if (!name.equals(PATCH)) {
                return Optional.ofNullable(byName.get(name));
            }
            return patches ? Optional.of(patch()) : Optional.empty();
        }

        /// Upstream's has every field; those that it does not know are of a type without a name, which
        /// nothing is.
        private CelType patch() {
            ImmutableMap<String, CelType> fields =
                    ImmutableMap.copyOf(texts("op", "path", "from").with("value", SimpleType.DYN));
            ImmutableSet<String> all = ImmutableSet.<String>builder()
                    .addAll(fields.keySet())
                    .addAll(words)
                    .build();
            return StructType.create(PATCH, all, field -> Optional.of(fields.getOrDefault(field, NAMELESS)));
        }
    }
}
