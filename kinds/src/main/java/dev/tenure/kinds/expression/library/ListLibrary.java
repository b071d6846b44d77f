package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What Kubernetes adds for lists; and, of the language's own extension, what must not take time or memory
/// without bound. Upstream: apiserver/pkg/cel/library/lists.go, cel-go's ext/lists.go.
final class ListLibrary {
    /// No call may cost as much as a longer list does.
    private static final long RANGE_MAX = 1_000_000;

    private static final String SORT_BY_KEYS = "@sortByAssociatedKeys";
    private static final String SORTED = "@__sortBy_input__";
    private static final String NO_OVERLOAD = "no such overload";
    private static final TypeParamType T = TypeParamType.create("A");
    private static final List<CelType> SUMMABLE =
            List.of(SimpleType.INT, SimpleType.UINT, SimpleType.DOUBLE, SimpleType.DURATION);
    private static final List<CelType> COMPARABLE = List.of(
            SimpleType.INT,
            SimpleType.UINT,
            SimpleType.DOUBLE,
            SimpleType.BOOL,
            SimpleType.DURATION,
            SimpleType.TIMESTAMP,
            SimpleType.STRING,
            SimpleType.BYTES);

    private ListLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of());
        for (CelType type : COMPARABLE) {
            String name = name(type);
            ListType list = ListType.create(type);
            all.member("isSorted", "list_" + name + "_is_sorted_bool", FLAG, in -> isSorted(list(in[0])), list);
            all.member("min", "list_%1$s_min_%1$s".formatted(name), type, in -> extreme(list(in[0]), -1), list);
            all.member("max", "list_%1$s_max_%1$s".formatted(name), type, in -> extreme(list(in[0]), 1), list);
            all.member("sort", "list_%s_sort".formatted(name), list, in -> sorted(list(in[0]), list(in[0])), list);
        }
        for (CelType type : SUMMABLE) {
            String overload = "list_%1$s_sum_%1$s".formatted(name(type));
            all.member("sum", overload, type, in -> sum(list(in[0]), type), ListType.create(type));
        }
        ListType list = ListType.create(T);
        for (CelType key : COMPARABLE) {
            String overload = "list_%s_sortByAssociatedKeys".formatted(name(key));
            all.member(
                    SORT_BY_KEYS, overload, list, in -> sorted(list(in[0]), list(in[1])), list, ListType.create(key));
        }
        all.member(
                "indexOf",
                "list_a_index_of_int",
                WHOLE,
                in -> (long) list(in[0]).indexOf(in[1]),
                list,
                T);
        all.member(
                "lastIndexOf",
                "list_a_last_index_of_int",
                WHOLE,
                in -> (long) list(in[0]).lastIndexOf(in[1]),
                list,
                T);
        return all;
    }

    /// Of the language's own extension; they are declared with the rest of it.
    static Functions bounded() {
        var all = new Functions(Map.of());
        ListType list = ListType.create(T);
        all.member("distinct", "list_distinct", list, in -> distinct(list(in[0])), list);
        all.member(
                "slice", "list_slice", list, in -> slice(list(in[0]), (Long) in[1], (Long) in[2]), list, WHOLE, WHOLE);
        all.function("lists.range", "lists_range", ListType.create(WHOLE), in -> range((Long) in[0]), WHOLE);
        return all;
    }

    /// `list.sortBy(item, key)`: the list is bound to a name, and sorted by the keys of its items.
    static CelMacro sortBy() {
        return CelMacro.newReceiverMacro("sortBy", 2, (expressions, list, arguments) -> {
            CelExpr name = expressions.newIdentifier(SORTED);
            return CelStandardMacro.MAP
                    .getDefinition()
                    .getExpander()
                    .expandMacro(expressions, expressions.newIdentifier(SORTED), arguments)
                    .map(keys -> expressions.fold(
                            "#unused",
                            expressions.newList(),
                            SORTED,
                            list,
                            expressions.newBoolLiteral(false),
                            expressions.newIdentifier(SORTED),
                            expressions.newReceiverCall(SORT_BY_KEYS, name, keys)));
        });
    }

    private static List<Object> sorted(List<?> list, List<?> keys) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            order.add(i);
        }
        List<?> direct = new ArrayList<>(keys);
        for (Object key : direct) {
            if (!(key instanceof Comparable<?>)
                    || !key.getClass().equals(direct.getFirst().getClass())) {
                throw new IllegalArgumentException(
                        key instanceof Comparable<?>
                                ? "list elements must have the same type"
                                : "list elements must be comparable");
            }
        }
        order.sort((one, other) ->
                compare(Objects.requireNonNull(direct.get(one)), Objects.requireNonNull(direct.get(other))));
        List<Object> sorted = new ArrayList<>();
        order.forEach(at -> sorted.add(list.get(at)));
        return sorted;
    }

    private static String name(CelType type) {
        String name = type.name().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<?> list(Object argument) {
        return (List<?>) argument;
    }

    /// @throws IllegalArgumentException when there is no order among the two
    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        if (one instanceof Double left && other instanceof Double right) {
            return OrderOperators.numbers(left, right);
        }
        boolean numbers = one instanceof Number && other instanceof Number;
        if (numbers && !one.getClass().equals(other.getClass())) {
            return exact(one).compareTo(exact(other));
        }
        if (!(one instanceof Comparable<?>) || !one.getClass().equals(other.getClass())) {
            throw new IllegalArgumentException(NO_OVERLOAD);
        }
        return ((Comparable<Object>) one).compareTo(other);
    }

    private static BigDecimal exact(Object number) {
        if (number instanceof Double broken && !Double.isFinite(broken)) {
            throw new IllegalArgumentException(NO_OVERLOAD);
        }
        return new BigDecimal(number.toString());
    }

    private static boolean isSorted(List<?> list) {
        Object before = null;
        for (Object item : list) {
            if (before != null && compare(before, item) > 0) {
                return false;
            }
            before = item;
        }
        return true;
    }

    /// @param type of the items, when there are none
    private static Object sum(List<?> list, CelType type) {
        if (list.isEmpty()) {
            return switch (type.kind()) {
                case DOUBLE -> 0.0;
                case DURATION -> Duration.ZERO;
                case UINT -> UnsignedLong.ZERO;
                default -> 0L;
            };
        }
        Object sum = list.getFirst();
        if (!(sum instanceof Number) && !(sum instanceof Duration)) {
            throw new IllegalArgumentException(NO_OVERLOAD + ": sum(list)");
        }
        for (Object item : list.subList(1, list.size())) {
            sum = plus(Objects.requireNonNull(sum), Objects.requireNonNull(item));
        }
        return Objects.requireNonNull(sum);
    }

    private static Object plus(Object one, Object other) {
        if (one instanceof Long a && other instanceof Long b) {
            return ResultBounds.whole(BigInteger.valueOf(a).add(BigInteger.valueOf(b)));
        }
        if (one instanceof UnsignedLong a && other instanceof UnsignedLong b) {
            return ResultBounds.unsigned(a.bigIntegerValue().add(b.bigIntegerValue()));
        }
        if (one instanceof Double a && other instanceof Double b) {
            return a + b;
        }
        if (one instanceof Duration a && other instanceof Duration b) {
            return ResultBounds.duration(a.plus(b));
        }
        throw new IllegalArgumentException(NO_OVERLOAD);
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

    /// Each but the first of equal items is left out.
    private static List<Object> distinct(List<?> list) {
        List<Object> kept = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (Object item : list) {
            Object known = item instanceof Long number && (long) (double) number == number
                    ? (Object) (double) number
                    : Objects.requireNonNull(item);
            if (seen.add(known)) {
                kept.add(item);
            }
        }
        return kept;
    }

    private static List<Object> slice(List<?> list, long from, long to) {
        String why = "";
        if (from < 0 || to < 0) {
            why = "negative indexes not supported";
        } else if (from > to) {
            why = "start index must be less than or equal to end index";
        } else if (list.size() < to) {
            why = "list is length " + list.size();
        }
        if (!why.isEmpty()) {
            throw new IllegalArgumentException("cannot slice(%d, %d), %s".formatted(from, to, why));
        }
        return new ArrayList<>(list.subList((int) from, (int) to));
    }

    private static List<Long> range(long end) {
        if (end > RANGE_MAX) {
            throw new IllegalArgumentException("operation cancelled: actual cost limit exceeded");
        }
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < end; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
