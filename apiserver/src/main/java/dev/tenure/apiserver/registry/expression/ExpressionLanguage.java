package dev.tenure.apiserver.registry.expression;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The language of expressions on one schema: the standard one, texts, sets, optional values, and of upstream's own
/// functions those on lists and regular expressions. Immutable; safe for use by any thread. Upstream:
/// apiserver/pkg/cel/environment/base.go, apiserver/pkg/cel/library.
final class ExpressionLanguage {
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: [^\\n]*\\)(?=\\n|$)");
    private static final Pattern MISMATCH =
            Pattern.compile("(?m)^(ERROR: [^ ]+ )(mismatched|extraneous|missing|no viable|token)");
    private static final Pattern NO_KEY = Pattern.compile("key '([^']*)' is not present in map");
    private static final Pattern PLACE = Pattern.compile("^evaluation error(?: at [^ ]+)?: ");
    private static final TypeParamType T = TypeParamType.create("T");
    private static final ListType LIST = ListType.create(T);
    private static final ListType TEXTS = ListType.create(SimpleType.STRING);

    private final Cel cel;

    /// @param optionalOld whether `oldSelf` may be absent
    ExpressionLanguage(ExpressionTypes types, CelType self, boolean optionalOld) {
        CelOptions options =
                CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
        this.cel = CelFactory.legacyCelBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .setTypeProvider(types)
                .addVar("self", self)
                .addVar("oldSelf", optionalOld ? OptionalType.create(self) : self)
                .addCompilerLibraries(CelExtensions.strings(), CelExtensions.sets(options), CelExtensions.optional())
                .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.sets(options), CelExtensions.optional())
                .addFunctionDeclarations(functions())
                .addFunctionBindings(bindings())
                .build();
    }

    /// What an expression was compiled to, or why it could not be.
    ///
    /// @param fault empty when it could be
    record Compiled(Optional<CelRuntime.Program> program, CelType type, boolean usesOld, String fault) {}

    Compiled compile(String expression) {
        try {
            CelAbstractSyntaxTree tree = cel.compile(expression).getAst();
            boolean usesOld = tree.getReferenceMap().values().stream()
                    .anyMatch(reference -> reference.name().equals("oldSelf"));
            return new Compiled(Optional.of(cel.createProgram(tree)), tree.getResultType(), usesOld, "");
        } catch (CelValidationException e) {
            return new Compiled(Optional.empty(), SimpleType.DYN, false, "compilation failed: " + goWords(e));
        } catch (CelEvaluationException e) {
            return new Compiled(
                    Optional.empty(), SimpleType.DYN, false, "program instantiation failed: " + e.getMessage());
        }
    }

    private static String goWords(CelValidationException e) {
        String text = CANDIDATES.matcher(String.valueOf(e.getMessage())).replaceAll("");
        return MISMATCH.matcher(text).replaceAll("$1Syntax error: $2");
    }

    /// A failure to run as upstream says it.
    static String goWords(CelEvaluationException e) {
        String text = PLACE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        Matcher key = NO_KEY.matcher(text);
        if (key.find()) {
            return "no such key: " + key.group(1);
        }
        if (text.startsWith("Index out of bounds")) {
            return "i" + text.substring(1);
        }
        return text.equals("/ by zero") ? "division by zero" : text;
    }

    private static List<CelFunctionDecl> functions() {
        return List.of(
                member("isSorted", "list_is_sorted", SimpleType.BOOL, LIST),
                member("sum", "list_sum", T, LIST),
                member("min", "list_min", T, LIST),
                member("max", "list_max", T, LIST),
                member("indexOf", "list_index_of", SimpleType.INT, LIST, T),
                member("lastIndexOf", "list_last_index_of", SimpleType.INT, LIST, T),
                member("find", "string_find", SimpleType.STRING, SimpleType.STRING, SimpleType.STRING),
                member("findAll", "string_find_all", TEXTS, SimpleType.STRING, SimpleType.STRING));
    }

    private static CelFunctionDecl member(String name, String overload, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(
                name, CelOverloadDecl.newMemberOverload(overload, result, arguments));
    }

    private static List<CelFunctionBinding> bindings() {
        return List.of(
                CelFunctionBinding.from("list_is_sorted", List.class, ExpressionLanguage::isSorted),
                CelFunctionBinding.from("list_sum", List.class, ExpressionLanguage::sum),
                CelFunctionBinding.from("list_min", List.class, list -> extreme(list, -1)),
                CelFunctionBinding.from("list_max", List.class, list -> extreme(list, 1)),
                CelFunctionBinding.from(
                        "list_index_of", List.class, Object.class, (list, item) -> (long) list.indexOf(item)),
                CelFunctionBinding.from(
                        "list_last_index_of", List.class, Object.class, (list, item) -> (long) list.lastIndexOf(item)),
                CelFunctionBinding.from("string_find", String.class, String.class, ExpressionLanguage::find),
                CelFunctionBinding.from("string_find_all", String.class, String.class, ExpressionLanguage::findAll));
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    private static boolean isSorted(List<?> list) {
        for (int i = 1; i < list.size(); i++) {
            if (compare(Objects.requireNonNull(list.get(i - 1)), Objects.requireNonNull(list.get(i))) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list) {
        if (list.stream().allMatch(Long.class::isInstance)) {
            return list.stream().mapToLong(n -> ((Number) n).longValue()).sum();
        }
        return list.stream().mapToDouble(n -> ((Number) n).doubleValue()).sum();
    }

    /// @param sign 1 for the greatest, -1 for the least
    private static Object extreme(List<?> list, int sign) {
        Object best = null;
        for (Object item : list) {
            best = best == null || compare(item, best) * sign > 0 ? item : best;
        }
        if (best == null) {
            throw new IllegalArgumentException((sign < 0 ? "min" : "max") + " called on empty list");
        }
        return best;
    }

    private static String find(String text, String expression) {
        Matcher matcher = Pattern.compile(expression).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    private static List<String> findAll(String text, String expression) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(expression).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
