package dev.tenure.kinds.expression.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.SelectableValue;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `has()` as upstream's runtime has it: what has no parts at all, as the old object of a creation, has no
/// part of any name, which is no fault.
public final class PresenceLibrary {
    /// Gives what has parts as it is, and nothing in the place of all else; it costs nothing.
    public static final String PARTS = "@parts";

    private static final TypeParamType ANY = TypeParamType.create("A");
    private static final Functions ALL = functions();

    private PresenceLibrary() {}

    private static Functions functions() {
        var all = new Functions(Map.of());
        all.function(PARTS, "parts_of", ANY, in -> parts(in[0]), ANY);
        return all;
    }

    private static Object parts(Object value) {
        return value instanceof Map<?, ?> || value instanceof SelectableValue<?> ? value : Map.of();
    }

    /// The language's own macros, with this `has()`.
    public static Set<CelStandardMacro> others() {
        return CelStandardMacro.STANDARD_MACROS.stream()
                .filter(macro -> macro != CelStandardMacro.HAS)
                .collect(Collectors.toSet());
    }

    public static CelMacro macro() {
        return CelMacro.newGlobalMacro("has", 1, (expressions, target, arguments) -> {
            CelExpr argument = arguments.getFirst();
            if (argument.getKind() != Kind.SELECT) {
                return CelStandardMacro.HAS.getDefinition().getExpander().expandMacro(expressions, target, arguments);
            }
            CelExpr operand = expressions.newGlobalCall(PARTS, argument.select().operand());
            return Optional.of(expressions.newSelect(operand, argument.select().field(), true));
        });
    }

    public static List<CelFunctionDecl> declarations() {
        return ALL.declarations();
    }

    public static List<CelFunctionBinding> bindings() {
        return ALL.bindings();
    }
}
