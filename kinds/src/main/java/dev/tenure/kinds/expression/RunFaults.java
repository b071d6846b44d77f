package dev.tenure.kinds.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What went wrong when an expression was run, as upstream says it. Upstream: cel-go, common/types.
final class RunFaults {
    private static final Pattern NO_KEY = Pattern.compile("key '([^']*)' is not present in map");
    private static final Pattern NO_PARTS = Pattern.compile("Error resolving field '([^']*)'");
    /// Of values that are no texts.
    private static final Pattern NO_TEXT = Pattern.compile("^No matching overload|overflow|range");
    private static final Pattern PLACE = Pattern.compile("^evaluation error(?: at [^ ]+)?: ");
    private static final Pattern OFFSET = Pattern.compile("^evaluation error at <input>:([0-9]+): ");
    /// What is made of texts, with the names of its types.
    private static final Map<String, String> CONVERSIONS = Map.of(
            "int",
            "int",
            "uint",
            "uint",
            "double",
            "double",
            "bool",
            "bool",
            "duration",
            "google.protobuf.Duration",
            "timestamp",
            "google.protobuf.Timestamp");

    /// By what the library says: what upstream says.
    private static final List<Words> WORDS = List.of(
            Words.of("long overflow", "integer overflow"),
            Words.of("unsigned out of int range|double out of int range", "integer overflow"),
            Words.of("multiply out of unsigned integer range", "unsigned integer overflow"),
            Words.of("int out of uint range|double out of uint range", "unsigned integer overflow"),
            Words.of("No value present", "optional.none\\(\\) dereference"),
            Words.of("Unknown time-zone ID: (.*)", "unknown time zone $1"),
            Words.of("(?s)insert failed: key '(.*)' already exists", "insert failed: key $1 already exists"),
            Words.of("Out of range: (.*)", "index out of bounds: $1"),
            Words.of("(?s)Expected boolean value, found ?:.*", "no such overload"),
            Words.of(
                    "Unexpected iter_range type: class java.lang.(Double|String)",
                    "got 'types.$1', expected iterable type"),
            Words.of("Unexpected iter_range type: class java.lang.Long", "got 'types.Int', expected iterable type"),
            Words.of("Unexpected iter_range type: class java.lang.Boolean", "got 'types.Bool', expected iterable type"),
            Words.of("(?s)class \\S+ cannot be cast to class .*", "no such overload"),
            Words.of("(?s)Type conversion error (.*): \\[.*", "type conversion error $1"));

    private RunFaults() {}

    /// @param theirs what the library says
    /// @param ours what upstream says, with the groups of `theirs`
    private record Words(Pattern theirs, String ours) {
        static Words of(String theirs, String ours) {
            return new Words(Pattern.compile(theirs), ours);
        }
    }

    /// @param tree what was run
    static String told(CelAbstractSyntaxTree tree, CelEvaluationException e) {
        String text = innermost(e);
        Optional<CelExpr.CelCall> call = call(tree, e);
        Optional<String> conversion = call.flatMap(made -> conversion(tree, made, text));
        if (conversion.isPresent()) {
            return "type conversion error from 'string' to '" + conversion.get() + "'";
        }
        Matcher key = NO_KEY.matcher(String.valueOf(e.getMessage()));
        if (key.find()) {
            return "no such key: " + key.group(1);
        }
        Matcher part = NO_PARTS.matcher(String.valueOf(e.getMessage()));
        if (part.find()) {
            return "no such key: " + part.group(1);
        }
        if (e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND) {
            Matcher named = NO_KEY.matcher(text);
            return "no such key: " + (named.find() ? named.group(1) : text);
        }
        if (text.startsWith("Index out of bounds")) {
            return "i" + text.substring(1);
        }
        if (text.equals("/ by zero")) {
            boolean rest = call.filter(made -> made.function().equals("_%_")).isPresent();
            return rest ? "modulus by zero" : "division by zero";
        }
        if (text.startsWith("No matching overload for function")) {
            return "no such overload";
        }
        return WORDS.stream()
                .filter(words -> words.theirs().matches(text))
                .map(words -> words.theirs().matcher(text).replaceFirst(words.ours()))
                .findFirst()
                .orElse(text);
    }

    private static String innermost(CelEvaluationException e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause().getMessage() != null) {
            cause = cause.getCause();
        }
        return PLACE.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
    }

    /// The call that failed.
    private static Optional<CelExpr.CelCall> call(CelAbstractSyntaxTree tree, CelEvaluationException e) {
        Matcher place = OFFSET.matcher(String.valueOf(e.getMessage()));
        if (!place.find()) {
            return Optional.empty();
        }
        Integer offset = Integer.valueOf(place.group(1));
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.CALL)
                .filter(node -> offset.equals(tree.getSource().getPositionsMap().get(node.id())))
                .map(CelNavigableExpr::expr)
                .map(CelExpr::call)
                .findFirst();
    }

    /// What a text was to be turned into; where its type is only known at run time, the words of the failure
    /// tell.
    private static Optional<String> conversion(CelAbstractSyntaxTree tree, CelExpr.CelCall call, String text) {
        boolean ofText = call.args().size() == 1
                && tree.getType(call.args().getFirst().id())
                        .filter(type -> type.equals(SimpleType.STRING)
                                || (type.equals(SimpleType.DYN)
                                        && !NO_TEXT.matcher(text).find()))
                        .isPresent();
        return Optional.of(call.function()).filter(_ -> ofText).map(CONVERSIONS::get);
    }
}
