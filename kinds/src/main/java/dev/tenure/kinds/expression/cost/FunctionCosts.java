package dev.tenure.kinds.expression.cost;

import static dev.tenure.kinds.expression.cost.Prices.PER_CHARACTER;
import static dev.tenure.kinds.expression.cost.Prices.PER_PATTERN_CHARACTER;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The most that a call can cost, its arguments' own costs left out, and how large its result can be.
/// Upstream: functionCost in cel-go's checker/cost.go, EstimateCallCost in apiserver/pkg/cel/library/cost.go,
/// the estimators in cel-go's ext.
final class FunctionCosts {
    private static final Span IP_BYTES = new Span(4, 16);

    private final SchemaSizes schema;

    /// @param size empty when nothing is known of it, or it has none
    record Call(Span cost, Optional<Span> size) {
        static Call of(Span cost) {
            return new Call(cost, Optional.empty());
        }

        static Call of(Span cost, Span size) {
            return new Call(cost, Optional.of(size));
        }
    }

    /// @param target what a member is called on
    record Called(String function, String overload, Optional<Sized> target, List<Sized> arguments) {
        boolean takes(int count) {
            return arguments.size() >= count;
        }
    }

    FunctionCosts(SchemaSizes schema) {
        this.schema = schema;
    }

    /// Whether values of the type all have one size, which is 1.
    static boolean isScalar(CelType type) {
        if (type instanceof OptionalType optional) {
            return isScalar(optional.parameters().getFirst());
        }
        return switch (type.kind()) {
            case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
            default -> false;
        };
    }

    Call of(Called call) {
        return ofLists(call)
                .or(() -> ofTexts(call))
                .or(() -> ofParsers(call))
                .or(() -> ofAddresses(call))
                .or(() -> ofOpaque(call))
                .or(() -> ofLanguage(call))
                .orElse(Call.of(Span.ONE));
    }

    private Optional<Call> ofLists(Called call) {
        Optional<Sized> list = call.target();
        return switch (call.function()) {
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> list.map(this::traversal);
            case "slice" -> list.filter(_ -> call.takes(2)).map(target -> slice(target, call.arguments()));
            case "flatten" ->
                list.map(target -> newList(
                        call.takes(1)
                                ? (double) number(call.arguments().getFirst()).orElse(Long.MAX_VALUE)
                                : 1,
                        sizeBySchema(target)));
            case "reverse" -> list.map(target -> newList(1, sizeBySchema(target)));
            case "distinct" -> list.map(target -> newList(2, square(target)));
            case "sort" -> list.map(target -> newList(2 + perComparison(target), square(target)));
            case "@sortByAssociatedKeys" ->
                Optional.of(newList(
                        2 + perComparison(call.arguments().getFirst()),
                        square(call.arguments().getFirst())));
            case "lists.range" ->
                Optional.of(newList(
                        1, Span.exactly(number(call.arguments().getFirst()).orElse(Long.MAX_VALUE))));
            case "sets.contains", "sets.intersects" ->
                Optional.of(Call.of(pairs(call).plus(Span.ONE)));
            case "sets.equivalent" -> Optional.of(Call.of(pairs(call).times(2.0).plus(Span.ONE)));
            default -> Optional.empty();
        };
    }

    private Call slice(Sized list, List<Sized> places) {
        long start = place(places.get(0)).orElse(0L);
        long end = place(places.get(1)).orElse(sizeBySchema(list).max());
        // upstream counts without sign: what ends before it begins is as dear as can be
        return newList(1, Span.exactly(end < start ? Long.MAX_VALUE : end - start));
    }

    private Call traversal(Sized list) {
        if (!(list.type() instanceof ListType) && list.type().parameters().isEmpty()) {
            return Call.of(sizeBySchema(list).times(PER_CHARACTER));
        }
        CelType of = list.type().parameters().getFirst();
        Span each = Span.ONE;
        if (of.kind() == CelKind.STRING || of.kind() == CelKind.BYTES) {
            each = each.plus(sizeBySchema(items(list)).times(PER_CHARACTER));
        }
        return Call.of(sizeBySchema(list).times(each));
    }

    private static Sized items(Sized list) {
        List<String> path = new ArrayList<>(list.path());
        if (!path.isEmpty()) {
            path.add("@items");
        }
        return new Sized(path, list.type().parameters().getFirst(), Optional.empty(), Optional.empty());
    }

    private static Call newList(double factor, Span size) {
        return Call.of(size.times(factor).plus(Span.exactly(Prices.CALL + Prices.NEW_LIST)), size);
    }

    private Span square(Sized list) {
        Span size = sizeBySchema(list);
        return size.times(size);
    }

    private static double perComparison(Sized list) {
        CelKind kind = list.type().parameters().isEmpty()
                ? CelKind.DYN
                : list.type().parameters().getFirst().kind();
        return kind == CelKind.STRING || kind == CelKind.BYTES ? PER_CHARACTER : 0;
    }

    private Span pairs(Called call) {
        return sizeBySchema(call.arguments().get(0))
                .times(sizeBySchema(call.arguments().get(1)));
    }

    private Optional<Call> ofTexts(Called call) {
        Optional<Sized> text = call.target();
        return switch (call.function()) {
            case "lowerAscii", "upperAscii", "substring", "trim" ->
                text.map(this::sizeBySchema).map(size -> Call.of(size.times(PER_CHARACTER), size));
            case "replace" -> text.filter(_ -> call.takes(2)).map(target -> replacement(target, call));
            case "split" ->
                text.map(this::sizeBySchema).map(size -> {
                    Optional<Long> parts =
                            call.takes(2) ? number(call.arguments().get(1)) : Optional.empty();
                    // without sign, as upstream reads it, a number below zero is a great one
                    parts = parts.map(count -> count < 0 ? Long.MAX_VALUE : count);
                    return Call.of(size.times(2 * PER_CHARACTER), Span.upTo(parts.orElse(size.max())));
                });
            case "join" -> text.map(target -> joined(target, call));
            case "find", "findAll" ->
                text.filter(_ -> call.takes(1)).map(this::sizeBySchema).map(size -> {
                    Span traversal = size.plus(Span.ONE).times(PER_CHARACTER);
                    Span pattern = sizeBySchema(call.arguments().getFirst()).times(PER_PATTERN_CHARACTER);
                    return Call.of(traversal.times(pattern), Span.upTo(size.max()));
                });
            default -> Optional.empty();
        };
    }

    private Call replacement(Sized target, Called call) {
        Span size = sizeBySchema(target);
        Span old = sizeBySchema(call.arguments().get(0));
        Span with = sizeBySchema(call.arguments().get(1));
        long mostTimes = 0;
        long mostKept = 0;
        if (old.min() == 0) {
            mostTimes = Span.sum(size.max(), 1);
            mostKept = size.max();
        } else if (with.max() <= old.min()) {
            mostKept = size.max();
        } else {
            mostTimes = (long) Math.ceil((double) size.max() / old.min());
        }
        long leastTimes = 0;
        long leastKept = 0;
        if (old.max() == 0) {
            leastTimes = Span.sum(size.min(), 1);
            leastKept = size.min();
        } else if (old.max() <= with.min()) {
            leastKept = size.min();
        } else {
            leastTimes = (long) Math.ceil((double) size.min() / old.max());
        }
        Span result = new Span(leastTimes, mostTimes).times(with).plus(new Span(leastKept, mostKept));
        return Call.of(size.times(2 * PER_CHARACTER), result);
    }

    private Call joined(Sized list, Called call) {
        Span count = sizeBySchema(list);
        Span size = list.type().parameters().isEmpty() ? Span.NOTHING : count.times(sizeBySchema(items(list)));
        if (call.takes(1)) {
            Span between = new Span(Math.max(0, count.min() - 1), Math.max(0, count.max() - 1));
            size = size.plus(sizeBySchema(call.arguments().getFirst()).times(between));
        }
        return Call.of(size.times(PER_CHARACTER), size);
    }

    private Optional<Call> ofParsers(Called call) {
        if (!call.takes(1)) {
            return Optional.empty();
        }
        Span size = sizeBySchema(call.arguments().getFirst());
        return switch (call.function()) {
            case "url" -> Optional.of(Call.of(size.times(PER_CHARACTER), size));
            case "cidr", "isIP", "isCIDR", "ip", "quantity", "isQuantity", "semver", "isSemver" ->
                Optional.of(Call.of(size.times(PER_CHARACTER)));
            case "ip.isCanonical" -> Optional.of(Call.of(size.times(2 * PER_CHARACTER)));
            case "validate" ->
                Optional.of(
                        Call.of(size.times(PER_CHARACTER).times(Prices.FORMAT_PATTERN_MAX * PER_PATTERN_CHARACTER)));
            default -> Optional.empty();
        };
    }

    private Optional<Call> ofAddresses(Called call) {
        if (!call.function().startsWith("contains") || call.function().equals("contains")) {
            return Optional.empty();
        }
        Span cost = IP_BYTES.plus(IP_BYTES).times(PER_CHARACTER);
        if (call.function().equals("containsCIDR")) {
            cost = cost.plus(IP_BYTES.times(PER_CHARACTER)).plus(Span.ONE);
        }
        return Optional.of(
                call.overload().endsWith("_string")
                        ? Call.of(cost.plus(
                                sizeBySchema(call.arguments().getFirst()).times(PER_CHARACTER)))
                        : Call.of(cost));
    }

    /// Of values that Kubernetes adds, when two are compared.
    private static Optional<Call> ofOpaque(Called call) {
        if (!call.function().equals("_==_") || !call.takes(2)) {
            return Optional.empty();
        }
        CelType type = call.arguments().get(0).type();
        if (!type.equals(call.arguments().get(1).type())) {
            return Optional.empty();
        }
        return switch (type.name()) {
            case "net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver" -> Optional.of(Call.of(Span.ONE));
            case "kubernetes.NamedFormat" ->
                Optional.of(Call.of(new Span(1, Prices.FORMAT_NAME_MAX).times(PER_CHARACTER)));
            case "kubernetes.URL" -> {
                Optional<Span> size = call.arguments().get(1).computed();
                yield Optional.of(Call.of(new Span(1, size.map(Span::max).orElse(1L)).times(PER_CHARACTER)));
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Call> ofLanguage(Called call) {
        List<Sized> in = call.arguments();
        return switch (call.overload()) {
            case "string_format" ->
                call.target().map(FunctionCosts::size).map(size -> Call.of(size.times(PER_CHARACTER)));
            case "string_to_bytes" -> {
                Span size = size(in.getFirst());
                yield Optional.of(
                        Call.of(size.times(PER_CHARACTER), new Span(size.min(), Span.product(size.max(), 4))));
            }
            case "bytes_to_string" -> {
                Span size = size(in.getFirst());
                yield Optional.of(Call.of(size.times(PER_CHARACTER), new Span(size.min() / 4, size.max())));
            }
            case "strings_quote" -> {
                Span size = size(in.getFirst());
                Span result = new Span(Span.sum(size.min(), 2), Span.sum(Span.product(size.max(), 2), 2));
                yield Optional.of(Call.of(size.times(PER_CHARACTER), result));
            }
            case "starts_with_string", "ends_with_string" ->
                Optional.of(Call.of(size(in.getFirst()).times(PER_CHARACTER)));
            case "in_list" -> Optional.of(Call.of(size(in.get(1))));
            case "matches_string" ->
                call.target().map(text -> {
                    Span traversal = size(text).plus(Span.ONE).times(PER_CHARACTER);
                    return Call.of(traversal.times(size(in.getFirst()).times(PER_PATTERN_CHARACTER)));
                });
            case "contains_string" ->
                call.target()
                        .map(text -> Call.of(size(text)
                                .times(PER_CHARACTER)
                                .times(size(in.getFirst()).times(PER_CHARACTER))));
            default -> ofOperators(call);
        };
    }

    private static Optional<Call> ofOperators(Called call) {
        List<Sized> in = call.arguments();
        return switch (call.overload()) {
            case "add_list" -> Optional.of(Call.of(Span.ONE, size(in.get(0)).plus(size(in.get(1)))));
            case "add_string", "add_bytes" -> {
                Span sum = size(in.get(0)).plus(size(in.get(1)));
                yield Optional.of(Call.of(sum.times(PER_CHARACTER), sum));
            }
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" -> {
                long smaller = Math.min(size(in.get(0)).max(), size(in.get(1)).max());
                yield Optional.of(Call.of(new Span(smaller > 0 ? 1 : 0, smaller).times(PER_CHARACTER)));
            }
            default -> Optional.empty();
        };
    }

    private static Span size(Sized part) {
        return part.computed().orElse(Span.UNKNOWN);
    }

    /// The functions of Kubernetes ask the schema again where nothing was found before.
    private Span sizeBySchema(Sized part) {
        return part.computed()
                .or(() -> part.path().isEmpty() ? Optional.empty() : schema.at(part.path()))
                .orElse(Span.UNKNOWN);
    }

    /// A constant place in a list; upstream overlooks those before its beginning.
    private static Optional<Long> place(Sized part) {
        return number(part).filter(place -> place >= 0);
    }

    private static Optional<Long> number(Sized part) {
        return part.expression()
                .filter(e -> e.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT)
                .map(CelExpr::constant)
                .filter(constant -> constant.getKind() == CelConstant.Kind.INT64_VALUE)
                .map(CelConstant::int64Value);
    }
}
