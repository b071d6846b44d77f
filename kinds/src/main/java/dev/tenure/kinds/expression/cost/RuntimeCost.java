package dev.tenure.kinds.expression.cost;

import static dev.tenure.kinds.expression.cost.Prices.PER_CHARACTER;
import static dev.tenure.kinds.expression.cost.Prices.PER_PATTERN_CHARACTER;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import dev.tenure.kinds.expression.library.IpRange;
import dev.tenure.kinds.expression.library.NamedFormat;
import dev.tenure.kinds.expression.library.PresenceLibrary;
import dev.tenure.model.meta.CancelledException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one run of an expression has cost so far; it ends the run when that is more than allowed, or when
/// nobody waits for it any more. Used by one thread. Upstream: cel-go's interpreter/runtimecost.go, CallCost
/// in apiserver/pkg/cel/library/cost.go.
public final class RuntimeCost implements CelEvaluationListener {
    /// So many steps are taken between two looks at whether the thread was interrupted.
    private static final int STEPS_PER_LOOK = 100;

    private static final Set<String> STEPS = Set.of("_[_]", "_[?_]", "_?._");
    private static final Set<String> FREE = Set.of("_&&_", "_||_", "or", "orValue", PresenceLibrary.PARTS);

    private final CelAbstractSyntaxTree tree;
    private final FoldedParts folded;
    private final long limit;
    private final Map<Long, Object> values = new HashMap<>();
    private long cost;
    private int steps;
    /// The part that was told of last.
    private long told;

    /// @param limit how much the run may cost
    public RuntimeCost(CelAbstractSyntaxTree tree, FoldedParts folded, long limit) {
        this.tree = tree;
        this.folded = folded;
        this.limit = limit;
    }

    public long spent() {
        return cost;
    }

    @Override
    public void callback(CelExpr e, Object value) {
        if (++steps % STEPS_PER_LOOK == 0) {
            CancelledException.check();
        }
        values.put(e.id(), value);
        if (e.id() == told) {
            // of a test for a field the library tells twice
            return;
        }
        told = e.id();
        cost = Span.sum(cost, price(e, value));
        if (cost > limit) {
            throw new BudgetExhaustedException();
        }
    }

    private long price(CelExpr e, Object value) {
        if (folded.contains(e)) {
            return 0;
        }
        return switch (e.exprKind().getKind()) {
            case CONSTANT, NOT_SET, COMPREHENSION -> 0;
            case IDENT -> Prices.NAME;
            case SELECT -> names(e);
            case CALL -> call(e, value);
            case LIST -> Prices.NEW_LIST;
            case MAP -> Prices.NEW_MAP;
            case STRUCT -> Prices.NEW_STRUCTURE;
        };
    }

    private static boolean isConstant(CelExpr e) {
        return e.exprKind().getKind() == Kind.CONSTANT;
    }

    /// A chain of names is one step: `self.a.b` counts once. Whether there is a field costs nothing by
    /// itself.
    private static long names(CelExpr e) {
        CelExpr below = e.select().operand();
        boolean counted = false;
        if (e.select().testOnly()
                && below.exprKind().getKind() == Kind.CALL
                && below.call().function().equals(PresenceLibrary.PARTS)) {
            below = below.call().args().getFirst();
            counted = isChain(below);
        }
        if (counted) {
            return 0;
        }
        long names = e.select().testOnly() ? 0 : 1;
        while (below.exprKind().getKind() == Kind.SELECT && !below.select().testOnly()) {
            names++;
            below = below.select().operand();
        }
        return names + (isStep(below) ? 0 : 1);
    }

    private static boolean isChain(CelExpr e) {
        Kind kind = e.exprKind().getKind();
        return kind == Kind.IDENT || (kind == Kind.SELECT && !e.select().testOnly());
    }

    /// Whether it is a step into a value, as `list[0]`: those that follow belong to it.
    private static boolean isStep(CelExpr e) {
        return e.exprKind().getKind() == Kind.CALL && STEPS.contains(e.call().function());
    }

    /// Of two ways the one that is gone is free of its first step, when it is a chain of names.
    private long chosen(CelExpr.CelCall call) {
        CelExpr way = call.args()
                .get(Boolean.TRUE.equals(values.get(call.args().getFirst().id())) ? 1 : 2);
        return isChain(way) || isStep(way) ? -1 : 0;
    }

    /// A step into what is no chain of names begins one.
    private static long begun(CelExpr.CelCall call) {
        CelExpr into = call.args().getFirst();
        return isChain(into) || isStep(into) ? 0 : 1;
    }

    private long call(CelExpr e, Object result) {
        CelExpr.CelCall call = e.call();
        String function = call.function();
        if (function.equals("_?_:_")) {
            return chosen(call);
        }
        if (FREE.contains(function)) {
            return 0;
        }
        if (STEPS.contains(function)) {
            return Prices.CALL + begun(call);
        }
        List<Object> in = new ArrayList<>();
        call.target().ifPresent(target -> add(target, in));
        call.args().forEach(argument -> add(argument, in));
        int given = call.args().size() + (call.target().isPresent() ? 1 : 0);
        if (in.size() < given) {
            return 0;
        }
        List<String> overloads = tree.getReference(e.id())
                .<List<String>>map(reference -> reference.overloadIds())
                .orElse(List.of());
        String overload = overloads.size() == 1 ? overloads.getFirst() : "";
        return ofKubernetes(function, in)
                .or(() -> ofOverloads(function, overload, in, result))
                .or(() -> overload.isEmpty() ? Optional.empty() : ofLists(function, in, result))
                .orElseGet(() -> ofLanguage(overload, in));
    }

    private void add(CelExpr argument, List<Object> in) {
        Object value = values.get(argument.id());
        if (value != null) {
            in.add(value);
        } else if (isConstant(argument)) {
            in.add(constant(argument));
        }
    }

    private static Object constant(CelExpr e) {
        return switch (e.constant().getKind()) {
            case STRING_VALUE -> e.constant().stringValue();
            case BYTES_VALUE -> e.constant().bytesValue();
            default -> 1L;
        };
    }

    private static Optional<Long> ofKubernetes(String function, List<Object> in) {
        Object first = in.isEmpty() ? "" : in.getFirst();
        return switch (function) {
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> Optional.of(traversal(first));
            case "url",
                    "lowerAscii",
                    "upperAscii",
                    "substring",
                    "trim",
                    "cidr",
                    "isIP",
                    "isCIDR",
                    "quantity",
                    "isQuantity",
                    "semver",
                    "isSemver" -> Optional.of(characters(size(first)));
            default -> Optional.empty();
        };
    }

    private static Optional<Long> ofOverloads(String function, String overload, List<Object> in, Object result) {
        Object first = in.isEmpty() ? "" : in.getFirst();
        return switch (function) {
            case "ip" -> Optional.of(overload.equals("cidr_ip") ? 1L : characters(size(first)));
            case "replace", "split", "ip.isCanonical" -> Optional.of(Span.scaled(size(first), 2 * PER_CHARACTER));
            case "join" -> Optional.of(Span.scaled(size(result), 2 * PER_CHARACTER));
            case "find", "findAll" -> Optional.of(pattern(size(first), size(in.get(1))));
            case "validate" ->
                first instanceof NamedFormat format
                        ? Optional.of(pattern(size(in.get(1)), format.patternSize()))
                        : Optional.empty();
            case "containsIP" -> Optional.of(Span.scaled(2 * size(first), PER_CHARACTER) + parsed(overload, in));
            case "containsCIDR" ->
                Optional.of(Span.scaled(2 * size(first), PER_CHARACTER)
                        + Span.scaled(size(first), PER_CHARACTER)
                        + 1
                        + parsed(overload, in));
            default -> Optional.empty();
        };
    }

    private static long parsed(String overload, List<Object> in) {
        return overload.endsWith("_string") ? characters(size(in.get(1))) : 0;
    }

    private static Optional<Long> ofLists(String function, List<Object> in, Object result) {
        return switch (function) {
            case "slice", "reverse", "lists.range" -> Optional.of(newList(1, size(result)));
            case "flatten" ->
                Optional.of(newList(in.size() > 1 && in.get(1) instanceof Long depth ? depth : 1, size(in.getFirst())));
            case "distinct", "sort" -> Optional.of(comparisons(in.getFirst()));
            case "@sortByAssociatedKeys" -> Optional.of(comparisons(in.get(1)));
            case "sets.contains", "sets.intersects" -> Optional.of(1 + pairs(in));
            case "sets.equivalent" -> Optional.of(1 + Span.product(2, pairs(in)));
            default -> Optional.empty();
        };
    }

    private static long ofLanguage(String overload, List<Object> in) {
        return switch (overload) {
            case "starts_with_string",
                    "ends_with_string",
                    "string_to_bytes",
                    "bytes_to_string",
                    "strings_quote",
                    "string_format" -> characters(size(in.getFirst()));
            case "in_list" -> size(in.get(1));
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" ->
                in.getFirst() instanceof IpRange && overload.equals("equals")
                        ? Prices.CALL
                        : characters(Math.min(size(in.get(0)), size(in.get(1))));
            case "add_string", "add_bytes" -> characters(size(in.get(0)) + size(in.get(1)));
            case "matches_string" -> pattern(size(in.get(0)), size(in.get(1)));
            case "contains_string" -> Span.product(characters(size(in.get(0))), characters(size(in.get(1))));
            default -> Prices.CALL;
        };
    }

    private static long characters(long count) {
        return Span.scaled(count, PER_CHARACTER);
    }

    private static long pattern(long textSize, long patternSize) {
        return Span.product(Span.scaled(textSize + 1, PER_CHARACTER), Span.scaled(patternSize, PER_PATTERN_CHARACTER));
    }

    private static long newList(long factor, long size) {
        return Span.sum(Prices.CALL + Prices.NEW_LIST, Span.product(factor, size));
    }

    private static long comparisons(Object list) {
        long size = size(list);
        boolean texts = list instanceof List<?> items
                && !items.isEmpty()
                && (items.getFirst() instanceof String || items.getFirst() instanceof CelByteString);
        long pairs = (long) (Span.product(size, size) * (texts ? 2 + PER_CHARACTER : 2));
        return Span.sum(Prices.CALL + Prices.NEW_LIST, pairs);
    }

    private static long pairs(List<Object> in) {
        return Span.product(size(in.get(0)), size(in.get(1)));
    }

    private static long size(Object value) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length());
            case CelByteString bytes -> bytes.size();
            case List<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case IpRange range -> (range.bits() + Byte.SIZE - 1) / Byte.SIZE;
            case Optional<?> optional -> optional.isPresent() ? size(optional.get()) : 1;
            default -> 1;
        };
    }

    /// Of all that is in a value: of texts, the bytes.
    private static long traversal(Object value) {
        return switch (value) {
            case String text -> (long) (text.getBytes(StandardCharsets.UTF_8).length * PER_CHARACTER);
            case CelByteString bytes -> (long) (bytes.size() * PER_CHARACTER);
            case List<?> list ->
                list.stream().mapToLong(item -> traversal((Object) item)).sum();
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .mapToLong(entry -> traversal(entry.getKey()) + traversal(entry.getValue()))
                        .sum();
            default -> 1;
        };
    }
}
