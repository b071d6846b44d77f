package dev.tenure.kinds.expression.cost;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.navigation.TraversalOrder;
import dev.cel.common.types.CelKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The parts of an expression that upstream works out before it is run, which cost nothing then: lists and
/// maps of constants, constants that are converted, and whether something is in a list of constants.
/// Immutable. Upstream: cel-go's interpreter/decorators.go (decOptimize).
public final class FoldedParts {
    private static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    private final CelAbstractSyntaxTree tree;
    private final Set<Long> constants = new HashSet<>();
    private final Set<Long> free = new HashSet<>();

    /// @param tree checked
    public FoldedParts(CelAbstractSyntaxTree tree) {
        this.tree = tree;
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes(TraversalOrder.POST_ORDER)
                .map(CelNavigableExpr::expr)
                .forEach(this::look);
        free.addAll(constants);
    }

    /// Whether a part costs nothing when it is run.
    boolean contains(CelExpr part) {
        return free.contains(part.id());
    }

    private void look(CelExpr part) {
        boolean constant = switch (part.getKind()) {
            case CONSTANT -> true;
            case IDENT ->
                tree.getType(part.id())
                        .filter(type -> type.kind() == CelKind.TYPE)
                        .isPresent();
            case LIST -> part.list().elements().stream().allMatch(this::isConstant);
            case MAP ->
                part.map().entries().stream().allMatch(entry -> isConstant(entry.key()) && isConstant(entry.value()));
            case CALL -> isConstantCall(part.call()) || isInConstants(part);
            default -> false;
        };
        if (constant) {
            constants.add(part.id());
        }
    }

    private boolean isConstant(CelExpr part) {
        return constants.contains(part.id());
    }

    private boolean isConstantCall(CelExpr.CelCall call) {
        return call.target().isEmpty()
                && call.args().size() == 1
                && CONVERSIONS.contains(call.function())
                && isConstant(call.args().getFirst());
    }

    /// Notes a search in a list of constants.
    ///
    /// @return whether its result is a constant itself
    private boolean isInConstants(CelExpr part) {
        CelExpr.CelCall call = part.call();
        boolean searched = call.function().equals("@in")
                && isConstant(call.args().getLast())
                && tree.getReference(part.id())
                        .filter(reference -> reference.overloadIds().equals(List.of("in_list")))
                        .isPresent();
        if (!searched || call.args().getLast().getKind() != Kind.LIST) {
            return false;
        }
        List<CelExpr> elements = call.args().getLast().list().elements();
        if (elements.stream().allMatch(FoldedParts::isPrimitive)) {
            free.add(part.id());
        }
        return elements.isEmpty();
    }

    private static boolean isPrimitive(CelExpr element) {
        if (element.getKind() != Kind.CONSTANT) {
            return false;
        }
        CelConstant.Kind kind = element.constant().getKind();
        return kind != CelConstant.Kind.BYTES_VALUE && kind != CelConstant.Kind.NULL_VALUE;
    }
}
