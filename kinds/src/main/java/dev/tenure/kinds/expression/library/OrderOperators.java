package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelOptions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.GreaterEqualsOperator.GreaterEqualsOverload;
import dev.cel.runtime.standard.GreaterOperator.GreaterOverload;
import dev.cel.runtime.standard.LessEqualsOperator.LessEqualsOverload;
import dev.cel.runtime.standard.LessOperator.LessOverload;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/// Which of two numbers is less, where one of them is a floating point number: the two zeros are equal, and
/// what is no number has no order. Upstream: Compare in cel-go's common/types/double.go, int.go and uint.go.
final class OrderOperators {
    private static final double BEYOND_WHOLE = 0x1p63;
    private static final double BEYOND_UNSIGNED = 0x1p64;

    private OrderOperators() {}

    static Map<String, List<CelFunctionBinding>> bound(CelOptions options, RuntimeEquality equality) {
        Map<String, List<CelFunctionBinding>> all = new HashMap<>();
        all.put("_<_", order("less", EnumSet.allOf(LessOverload.class), options, equality, order -> order < 0));
        all.put(
                "_<=_",
                order("less_equals", EnumSet.allOf(LessEqualsOverload.class), options, equality, order -> order <= 0));
        all.put("_>_", order("greater", EnumSet.allOf(GreaterOverload.class), options, equality, order -> order > 0));
        all.put(
                "_>=_",
                order(
                        "greater_equals",
                        EnumSet.allOf(GreaterEqualsOverload.class),
                        options,
                        equality,
                        order -> order >= 0));
        return all;
    }

    @SuppressWarnings("Immutable") // what the order has to be is a test of a number
    private static <E extends Enum<E> & CelStandardOverload> List<CelFunctionBinding> order(
            String name, Set<E> overloads, CelOptions options, RuntimeEquality equality, IntPredicate wanted) {
        List<CelFunctionBinding> all = new ArrayList<>(List.of(
                CelFunctionBinding.from(
                        name + "_double", Double.class, Double.class, (one, other) -> wanted.test(compare(one, other))),
                CelFunctionBinding.from(
                        name + "_double_int64",
                        Double.class,
                        Long.class,
                        (one, other) -> wanted.test(compare(one, other))),
                CelFunctionBinding.from(
                        name + "_int64_double",
                        Long.class,
                        Double.class,
                        (one, other) -> wanted.test(-compare(other, one))),
                CelFunctionBinding.from(
                        name + "_double_uint64",
                        Double.class,
                        UnsignedLong.class,
                        (one, other) -> wanted.test(compare(one, other))),
                CelFunctionBinding.from(
                        name + "_uint64_double",
                        UnsignedLong.class,
                        Double.class,
                        (one, other) -> wanted.test(-compare(other, one)))));
        overloads.stream()
                .filter(overload -> !overload.name().toLowerCase(Locale.ROOT).contains("double"))
                .forEach(overload -> all.add(overload.newFunctionBinding(options, equality)));
        return all;
    }

    private static int compare(double one, double other) {
        requireNumber(one);
        requireNumber(other);
        return numbers(one, other);
    }

    private static int compare(double one, long other) {
        requireNumber(one);
        if (one < -BEYOND_WHOLE) {
            return -1;
        }
        return one > BEYOND_WHOLE ? 1 : numbers(one, (double) other);
    }

    private static int compare(double one, UnsignedLong other) {
        requireNumber(one);
        if (one < 0) {
            return -1;
        }
        return one > BEYOND_UNSIGNED ? 1 : numbers(one, other.doubleValue());
    }

    /// As Go compares: the two zeros are equal, and what is no number is neither less nor greater.
    static int numbers(double one, double other) {
        return one < other ? -1 : one > other ? 1 : 0;
    }

    private static void requireNumber(double number) {
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException("NaN values cannot be ordered");
        }
    }
}
