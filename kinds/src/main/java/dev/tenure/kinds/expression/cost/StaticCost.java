package dev.tenure.kinds.expression.cost;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The most that an expression can cost on any value that the schema lets pass. Used once, by one thread.
/// Upstream: cel-go's checker/cost.go; what it takes no account of is not taken account of here, for
/// definitions are accepted by these numbers.
public final class StaticCost {
    private static final Set<String> RESULTS = Set.of("__result__", "@result");

    private final CelAbstractSyntaxTree tree;
    private final SchemaSizes schema;
    private final FunctionCosts functions;
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Span> sizes = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, List<Local>> locals = new HashMap<>();

    /// How large the keys and values of a list or map are.
    private record Entries(CelKind container, Span key, Span value) {
        Entries with(Entries other) {
            return new Entries(container, key.with(other.key), value.with(other.value));
        }
    }

    private record Local(List<String> path, Optional<Span> size, Optional<Entries> entries) {}

    private StaticCost(CelAbstractSyntaxTree tree, SchemaSizes schema) {
        this.tree = tree;
        this.schema = schema;
        this.functions = new FunctionCosts(schema);
    }

    /// @param tree checked
    public static Span of(CelAbstractSyntaxTree tree, SchemaSizes schema) {
        return new StaticCost(tree, schema).cost(tree.getExpr());
    }

    private Span cost(CelExpr e) {
        return switch (e.exprKind().getKind()) {
            case CONSTANT, NOT_SET -> Span.NOTHING;
            case IDENT -> name(e);
            case SELECT -> select(e);
            case CALL -> call(e);
            case LIST -> list(e);
            case MAP -> map(e);
            case STRUCT -> structure(e);
            case COMPREHENSION -> isBinding(e.comprehension()) ? binding(e) : comprehension(e);
        };
    }

    private Span name(CelExpr e) {
        String name = e.ident().name();
        paths.put(e.id(), local(name).map(Local::path).orElse(List.of(name)));
        return Span.exactly(Prices.NAME);
    }

    private Span select(CelExpr e) {
        CelExpr operand = e.select().operand();
        Span sum = cost(operand);
        if (e.select().testOnly()) {
            return sum;
        }
        CelKind kind = type(operand).kind();
        boolean field = kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM;
        paths.put(e.id(), below(path(operand), e.select().field()));
        return field ? sum.plus(Span.exactly(Prices.NAME)) : sum;
    }

    private Span call(CelExpr e) {
        CelExpr.CelCall call = e.call();
        List<CelExpr> arguments = call.args();
        if (call.function().equals("dyn")) {
            Span cost = cost(arguments.getFirst());
            copySizes(e, arguments.getFirst());
            return cost.plus(Span.ONE);
        }
        Span argumentsCost = Span.NOTHING;
        List<Span> costs = new ArrayList<>();
        for (CelExpr argument : arguments) {
            costs.add(cost(argument));
            argumentsCost = argumentsCost.plus(costs.getLast());
        }
        List<String> overloads = tree.getReference(e.id())
                .<List<String>>map(reference -> reference.overloadIds())
                .orElse(List.of());
        if (overloads.isEmpty()) {
            return Span.NOTHING;
        }
        Span targetCost = call.target().map(this::cost).orElse(Span.NOTHING);
        List<Sized> sized = arguments.stream().map(this::sized).toList();
        Optional<Sized> target = call.target().map(this::sized);
        Span cost = new Span(Long.MAX_VALUE, 0);
        Optional<Span> size = Optional.empty();
        for (String overload : overloads) {
            FunctionCosts.Call one = special(e, overload, costs)
                    .orElseGet(() -> functions.of(new FunctionCosts.Called(call.function(), overload, target, sized)));
            boolean whole = isSpecial(overload);
            cost = cost.with(whole ? one.cost() : one.cost().plus(argumentsCost));
            size = joined(size, one.size());
            size = indexed(e, overload, arguments, size).or(() -> size(e));
        }
        size.ifPresent(known -> sizes.put(e.id(), known));
        return targetCost.plus(cost);
    }

    private static Optional<Span> joined(Optional<Span> one, Optional<Span> other) {
        return one.isPresent() && other.isPresent() ? Optional.of(one.get().with(other.get())) : one.or(() -> other);
    }

    private static boolean isSpecial(String overload) {
        return overload.equals("logical_and") || overload.equals("logical_or") || overload.equals("conditional");
    }

    /// Of what does not run all of its arguments.
    private Optional<FunctionCosts.Call> special(CelExpr e, String overload, List<Span> costs) {
        List<CelExpr> arguments = e.call().args();
        return switch (overload) {
            case "logical_and", "logical_or" -> {
                Span both = costs.get(0).plus(costs.get(1));
                yield Optional.of(new FunctionCosts.Call(new Span(costs.get(0).min(), both.max()), Optional.empty()));
            }
            case "conditional" -> {
                joinEntries(e, arguments.get(1), arguments.get(2));
                Span size = sizeOrUnknown(arguments.get(1)).with(sizeOrUnknown(arguments.get(2)));
                Span cost = costs.get(0).plus(costs.get(1).with(costs.get(2)));
                yield Optional.of(new FunctionCosts.Call(cost, Optional.of(size)));
            }
            case "add_list", "add_string", "add_bytes" -> {
                joinEntries(e, arguments.get(0), arguments.get(1));
                yield Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private void joinEntries(CelExpr e, CelExpr one, CelExpr other) {
        Optional<Entries> ones = entries(one);
        Optional<Entries> others = entries(other);
        if (ones.isPresent() && others.isPresent()) {
            entries.put(e.id(), ones.get().with(others.get()));
        }
    }

    private Optional<Span> indexed(CelExpr e, String overload, List<CelExpr> arguments, Optional<Span> size) {
        String below = switch (overload) {
            case "index_list" -> "@items";
            case "index_map" -> "@values";
            default -> "";
        };
        if (below.isEmpty()) {
            return size;
        }
        paths.put(e.id(), below(path(arguments.getFirst()), below));
        return entries(arguments.getFirst()).map(Entries::value);
    }

    private Span list(CelExpr e) {
        List<CelExpr> elements = e.list().elements();
        Span sum = Span.exactly(Prices.NEW_LIST);
        Span item = elements.isEmpty() ? Span.NOTHING : new Span(Long.MAX_VALUE, 0);
        for (CelExpr element : elements) {
            sum = sum.plus(cost(element));
            item = item.with(sizeOrUnknown(element));
        }
        entries.put(e.id(), new Entries(CelKind.LIST, Span.ONE, item));
        return sum;
    }

    private Span map(CelExpr e) {
        List<CelExpr.CelMap.Entry> all = e.map().entries();
        Span sum = Span.exactly(Prices.NEW_MAP);
        Span key = all.isEmpty() ? Span.NOTHING : new Span(Long.MAX_VALUE, 0);
        Span value = key;
        for (CelExpr.CelMap.Entry entry : all) {
            sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
            key = key.with(sizeOrUnknown(entry.key()));
            value = value.with(sizeOrUnknown(entry.value()));
        }
        entries.put(e.id(), new Entries(CelKind.MAP, key, value));
        return sum;
    }

    private Span structure(CelExpr e) {
        Span sum = Span.exactly(Prices.NEW_STRUCTURE);
        for (CelExpr.CelStruct.Entry entry : e.struct().entries()) {
            sum = sum.plus(cost(entry.value()));
        }
        return sum;
    }

    private Span comprehension(CelExpr e) {
        CelComprehension loop = e.comprehension();
        Span sum = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        pushBinding(loop);
        boolean pairs = !loop.iterVar2().isEmpty();
        if (pairs) {
            push(loop.iterVar(), key(loop.iterRange()));
            push(loop.iterVar2(), value(loop.iterRange()));
        } else {
            boolean list = container(loop.iterRange()) == CelKind.LIST;
            push(loop.iterVar(), list ? value(loop.iterRange()) : key(loop.iterRange()));
        }
        Span each = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
        pop(loop.iterVar());
        if (pairs) {
            pop(loop.iterVar2());
        }
        sum = sum.plus(cost(loop.result()));
        pop(loop.accuVar());
        Span times = sizeOrUnknown(loop.iterRange());
        switch (loop.accuInit().exprKind().getKind()) {
            case CONSTANT -> size(loop.accuInit()).ifPresent(size -> sizes.put(e.id(), size));
            case LIST, MAP -> {
                sizes.put(e.id(), times);
                entries(loop.loopStep()).ifPresent(step -> entries.put(e.id(), step));
            }
            default -> {}
        }
        return sum.plus(times.times(each));
    }

    private Local key(CelExpr range) {
        String below = container(range) == CelKind.LIST ? "@indices" : "@keys";
        return new Local(below(path(range), below), entries(range).map(Entries::key), Optional.empty());
    }

    private Local value(CelExpr range) {
        String below = container(range) == CelKind.LIST ? "@items" : "@values";
        return new Local(below(path(range), below), entries(range).map(Entries::value), Optional.empty());
    }

    private CelKind container(CelExpr range) {
        return entries(range)
                .map(Entries::container)
                .orElseGet(() -> type(range).kind());
    }

    private static boolean isBinding(CelComprehension loop) {
        boolean never = loop.loopCondition().exprKind().getKind() == Kind.CONSTANT
                && loop.loopCondition().constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
                && !loop.loopCondition().constant().booleanValue();
        boolean overNothing = loop.iterRange().exprKind().getKind() == Kind.LIST
                && loop.iterRange().list().elements().isEmpty();
        return never && overNothing && !RESULTS.contains(loop.accuVar());
    }

    private Span binding(CelExpr e) {
        CelComprehension loop = e.comprehension();
        Span sum = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        pushBinding(loop);
        sum = sum.plus(cost(loop.result()));
        pop(loop.accuVar());
        copySizes(e, loop.result());
        return sum;
    }

    private void pushBinding(CelComprehension loop) {
        CelExpr value = loop.accuInit();
        push(loop.accuVar(), new Local(path(value), size(value), entries(value)));
    }

    private void copySizes(CelExpr to, CelExpr from) {
        size(from).ifPresent(size -> sizes.put(to.id(), size));
        entries(from).ifPresent(known -> entries.put(to.id(), known));
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, _ -> new ArrayList<>()).add(local);
    }

    private void pop(String name) {
        locals.computeIfAbsent(name, _ -> new ArrayList<>()).removeLast();
    }

    private Optional<Local> local(String name) {
        List<Local> known = locals.getOrDefault(name, List.of());
        return known.isEmpty() ? Optional.empty() : Optional.of(known.getLast());
    }

    private Optional<Local> local(CelExpr e) {
        return e.exprKind().getKind() == Kind.IDENT ? local(e.ident().name()) : Optional.empty();
    }

    private List<String> path(CelExpr e) {
        return local(e).map(Local::path).orElseGet(() -> paths.getOrDefault(e.id(), List.of()));
    }

    private static List<String> below(List<String> path, String name) {
        List<String> below = new ArrayList<>(path);
        below.add(name);
        return List.copyOf(below);
    }

    private CelType type(CelExpr e) {
        return tree.getType(e.id()).orElse(SimpleType.DYN);
    }

    private Sized sized(CelExpr e) {
        List<String> path = path(e);
        boolean result = !path.isEmpty() && RESULTS.contains(path.getFirst());
        return new Sized(result ? List.of() : path, type(e), size(e), Optional.of(e));
    }

    private Span sizeOrUnknown(CelExpr e) {
        return size(e).orElse(Span.UNKNOWN);
    }

    private Optional<Span> size(CelExpr e) {
        Span known = sizes.get(e.id());
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Span> written = written(e);
        if (written.isPresent()) {
            return written;
        }
        List<String> path = path(e);
        Optional<Span> bySchema = path.isEmpty() ? Optional.empty() : schema.at(path);
        if (bySchema.isPresent()) {
            sizes.put(e.id(), bySchema.get());
            return bySchema;
        }
        return FunctionCosts.isScalar(type(e)) ? Optional.of(Span.ONE) : local(e).flatMap(Local::size);
    }

    /// Of what stands in the expression itself.
    private static Optional<Span> written(CelExpr e) {
        return switch (e.exprKind().getKind()) {
            case LIST -> Optional.of(Span.exactly(e.list().elements().size()));
            case MAP -> Optional.of(Span.exactly(e.map().entries().size()));
            case CONSTANT -> {
                CelConstant constant = e.constant();
                yield Optional.of(Span.exactly(
                        switch (constant.getKind()) {
                            case STRING_VALUE ->
                                constant.stringValue()
                                        .codePointCount(
                                                0, constant.stringValue().length());
                            case BYTES_VALUE -> constant.bytesValue().size();
                            default -> 1;
                        }));
            }
            default -> Optional.empty();
        };
    }

    private Optional<Entries> entries(CelExpr e) {
        Entries known = entries.get(e.id());
        return known != null ? Optional.of(known) : local(e).flatMap(Local::entries);
    }
}
