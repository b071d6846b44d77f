package dev.tenure.kinds.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.tenure.kinds.expression.library.FormatPattern;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// Whether the values of a `format` suit its clauses, so far as both are written in the expression. Upstream:
/// cel-go's ext/formatting.go (stringFormatValidator).
final class FormatCheck implements FormatPattern.Clauses {
    private static final Set<CelKind> PRINTED = EnumSet.of(
            CelKind.LIST,
            CelKind.MAP,
            CelKind.INT,
            CelKind.UINT,
            CelKind.DOUBLE,
            CelKind.BOOL,
            CelKind.STRING,
            CelKind.TIMESTAMP,
            CelKind.BYTES,
            CelKind.DURATION,
            CelKind.TYPE,
            CelKind.NULL_TYPE);
    private static final Map<Character, Set<CelKind>> SUITED = Map.of(
            's', PRINTED,
            'd', EnumSet.of(CelKind.INT, CelKind.UINT),
            'f', EnumSet.of(CelKind.DOUBLE, CelKind.STRING),
            'e', EnumSet.of(CelKind.DOUBLE, CelKind.STRING),
            'b', EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.BOOL),
            'o', EnumSet.of(CelKind.INT, CelKind.UINT),
            'x', EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES),
            'X', EnumSet.of(CelKind.INT, CelKind.UINT, CelKind.STRING, CelKind.BYTES));

    private final CelAbstractSyntaxTree tree;
    private final List<CelExpr> values;
    private long place;

    private FormatCheck(CelAbstractSyntaxTree tree, List<CelExpr> values, long call) {
        this.tree = tree;
        this.values = values;
        this.place = call;
    }

    /// @param place the part of the expression that it is about
    record Wrong(long place, String why) {}

    /// What is wrong with a call; empty when nothing is, or when it is no such call.
    static Optional<Wrong> of(CelAbstractSyntaxTree tree, CelExpr call) {
        boolean written = call.call().function().equals("format")
                && call.call().args().size() == 1
                && call.call().args().getFirst().getKind() == Kind.LIST
                && call.call()
                        .target()
                        .filter(target -> target.getKind() == Kind.CONSTANT
                                && target.constant().getKind() == CelConstant.Kind.STRING_VALUE)
                        .isPresent();
        return written ? written(tree, call) : Optional.empty();
    }

    private static Optional<Wrong> written(CelAbstractSyntaxTree tree, CelExpr call) {
        List<CelExpr> values = call.call().args().getFirst().list().elements();
        String pattern = call.call().target().orElseThrow().constant().stringValue();
        var check = new FormatCheck(tree, values, call.id());
        try {
            int taken = FormatPattern.check(pattern, check);
            return taken < values.size()
                    ? Optional.of(new Wrong(
                            call.id(),
                            "too many arguments supplied to string.format (expected %d, got %d)"
                                    .formatted(taken, values.size())))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new Wrong(check.place, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public String text(int index, char verb, OptionalInt precision) {
        Optional<CelExpr> unsuited = unsuited(values.get(index), SUITED.getOrDefault(verb, PRINTED), verb == 's');
        if (unsuited.isPresent()) {
            place = unsuited.get().id();
            throw new IllegalArgumentException(
                    FormatPattern.unsuited(verb, type(unsuited.get()).name()));
        }
        return "";
    }

    private CelType type(CelExpr value) {
        return tree.getType(value.id()).orElse(SimpleType.DYN);
    }

    private Optional<CelExpr> unsuited(CelExpr value, Set<CelKind> kinds, boolean inside) {
        CelKind kind = type(value).kind();
        if (kind != CelKind.DYN && !kinds.contains(kind)) {
            return Optional.of(value);
        }
        Stream<CelExpr> parts = switch (value.getKind()) {
            case LIST -> value.list().elements().stream();
            case MAP -> value.map().entries().stream().flatMap(entry -> Stream.of(entry.key(), entry.value()));
            default -> Stream.of();
        };
        return inside
                ? parts.map(part -> unsuited(part, kinds, true))
                        .flatMap(Optional::stream)
                        .findFirst()
                : Optional.empty();
    }
}
