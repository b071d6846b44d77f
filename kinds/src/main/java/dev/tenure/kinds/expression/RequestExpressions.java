package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.common.types.TypeType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What expressions on requests may say: those of webhooks and admission policies, which are compiled here
/// and run nowhere yet. One for each object that is checked, used by one thread. Upstream:
/// apiserver/pkg/admission/plugin/cel/compile.go and composition.go.
public final class RequestExpressions {
    private static final String VARIABLES = "kubernetes.variables";
    private static final String OBJECT = "Object";
    private static final String PATCH = "JSONPatch";
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final CelType TEXTS = ListType.create(SimpleType.STRING);

    private final boolean composed;
    private final Map<String, CelType> variables = new LinkedHashMap<>();
    private final Map<Given, CelCompiler> compilers = new HashMap<>();

    /// Which variables there are beyond those that every expression sees.
    ///
    /// @param patches whether objects and patches can be written
    public record Given(boolean params, boolean authorizer, boolean patches) {}

    /// What an expression must come to.
    public enum Outcome {
        FLAG(SimpleType.BOOL),
        TEXT(SimpleType.STRING),
        TEXT_OR_NULL(SimpleType.STRING, SimpleType.NULL_TYPE),
        OBJECT(StructTypeReference.create(RequestExpressions.OBJECT)),
        PATCHES(ListType.create(StructTypeReference.create(PATCH))),
        ANYTHING;

        private final ImmutableList<CelType> types;

        Outcome(CelType... types) {
            this.types = ImmutableList.copyOf(types);
        }

        Optional<String> fault(CelType found) {
            if (types.isEmpty() || types.stream().anyMatch(type -> shown(type).equals(shown(found)))) {
                return Optional.empty();
            }
            if (types.size() == 1) {
                return Optional.of("must evaluate to %s but got %s".formatted(shown(types.getFirst()), shown(found)));
            }
            String all = types.stream().map(RequestExpressions::shown).collect(Collectors.joining(" "));
            return Optional.of("must evaluate to one of [%s] but got %s".formatted(all, shown(found)));
        }
    }

    /// @param composed whether expressions may use variables that others define
    public RequestExpressions(boolean composed) {
        this.composed = composed;
    }

    /// Why an expression is not good.
    ///
    /// @param prepared whether it is good as it stands, but cannot be prepared to be run
    public record Fault(String text, boolean prepared) {
        private static Fault stated(String text) {
            return new Fault(text, false);
        }

        /// @param expression as it is shown
        public void report(Field place, String expression) {
            if (prepared) {
                place.errors().internal(place.path().text(), text);
            } else {
                place.invalid(expression, text);
            }
        }
    }

    /// Why an expression is not good; empty when it is.
    public Optional<Fault> fault(String expression, Given given, Outcome outcome) {
        CelCompiler compiler = compiler(expression, given);
        try {
            CelAbstractSyntaxTree tree = compiler.compile(expression).getAst();
            return LiteralFaults.of(tree)
                    .or(() -> outcome.fault(tree.getResultType()))
                    .map(Fault::stated)
                    .or(() -> unprepared(tree));
        } catch (CelValidationException e) {
            return Optional.of(Fault.stated("compilation failed: " + CompileFaults.told(compiler, expression, e)));
        }
    }

    /// Adds a variable for the expressions that come later; one that does not compile is of any type for them.
    ///
    /// @return why its expression is not good; empty when it is
    public Optional<Fault> define(String name, String expression, Given given) {
        Optional<Fault> fault;
        CelType type = SimpleType.DYN;
        CelCompiler compiler = compiler(expression, given);
        try {
            CelAbstractSyntaxTree tree = compiler.compile(expression).getAst();
            fault = LiteralFaults.of(tree).map(Fault::stated).or(() -> unprepared(tree));
            type = fault.isEmpty() ? tree.getResultType() : SimpleType.DYN;
        } catch (CelValidationException e) {
            fault = Optional.of(Fault.stated("compilation failed: " + CompileFaults.told(compiler, expression, e)));
        }
        variables.put(name, type);
        compilers.clear();
        return fault;
    }

    private static Optional<Fault> unprepared(CelAbstractSyntaxTree tree) {
        return LiteralFaults.whenPrepared(tree).map(text -> new Fault(text, true));
    }

    private CelCompiler compiler(String expression, Given given) {
        return given.patches()
                ? build(given, words(expression))
                : compilers.computeIfAbsent(given, known -> build(known, ImmutableSet.of()));
    }

    private static ImmutableSet<String> words(String expression) {
        ImmutableSet.Builder<String> words = ImmutableSet.builder();
        for (Matcher word = WORD.matcher(expression); word.find(); ) {
            words.add(word.group());
        }
        return words.build();
    }

    /// @param words fields that objects which are written may have: all words of the expression
    private CelCompiler build(Given given, ImmutableSet<String> words) {
        CelOptions options =
                CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(Libraries.macro())
                .setTypeProvider(new Known(ImmutableMap.copyOf(structures()), given.patches(), words))
                .addLibraries(Libraries.compilerLibraries(options))
                .addFunctionDeclarations(Libraries.declarations())
                .addFunctionDeclarations(AuthorizerLibrary.declarations())
                .addVar("object", SimpleType.DYN)
                .addVar("oldObject", SimpleType.DYN)
                .addVar("namespaceObject", StructTypeReference.create("kubernetes.Namespace"))
                .addVar("request", StructTypeReference.create("kubernetes.AdmissionRequest"));
        if (composed) {
            builder.addVar("variables", StructTypeReference.create(VARIABLES));
        }
        if (given.params()) {
            builder.addVar("params", SimpleType.DYN);
        }
        if (given.authorizer()) {
            builder.addVar("authorizer", AuthorizerLibrary.AUTHORIZER);
            builder.addVar("authorizer.requestResource", AuthorizerLibrary.RESOURCE);
        }
        if (given.patches()) {
            builder.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(
                    "jsonpatch.escapeKey",
                    CelOverloadDecl.newGlobalOverload(
                            "string_jsonpatch_escapeKey_string", SimpleType.STRING, SimpleType.STRING)));
        }
        return builder.build();
    }

    private Map<String, CelType> structures() {
        Map<String, CelType> all = new LinkedHashMap<>();
        structure(all, VARIABLES, variables);
        structure(all, PATCH, texts("op", "path", "from").with("value", SimpleType.DYN));
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
    private record Known(ImmutableMap<String, CelType> byName, boolean patches, ImmutableSet<String> words)
            implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableSet.copyOf(byName.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            if (patches && (name.equals(OBJECT) || name.startsWith(OBJECT + "."))) {
                return Optional.of(StructType.create(name, words, _ -> Optional.of(SimpleType.DYN)));
            }
            return name.equals(PATCH) && !patches ? Optional.empty() : Optional.ofNullable(byName.get(name));
        }
    }

    /// A type as Go prints it.
    static String shown(CelType type) {
        return switch (type) {
            case ListType list -> "list(" + shown(list.elemType()) + ")";
            case MapType map -> "map(%s, %s)".formatted(shown(map.keyType()), shown(map.valueType()));
            case TypeType of when !of.type().equals(SimpleType.DYN) -> "type(" + shown(of.type()) + ")";
            default -> CompileFaults.named(type.name());
        };
    }
}
