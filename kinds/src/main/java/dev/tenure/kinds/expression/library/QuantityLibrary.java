package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.FLAG;
import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import java.math.BigDecimal;
import java.util.Map;

/// Quantities. Upstream: apiserver/pkg/cel/library/quantity.go.
final class QuantityLibrary {
    static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    private static final CelType Q = QUANTITY;
    private static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);

    private QuantityLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of(Q, Quantity.class));
        all.function("isQuantity", "is_quantity_string", FLAG, in -> isQuantity(text(in[0])), TEXT);
        all.function("quantity", "string_to_quantity", Q, in -> Quantity.parse(text(in[0])), TEXT);
        all.function("sign", "quantity_sign", WHOLE, in -> (long) of(in[0]).sign(), Q);
        all.member("isGreaterThan", "quantity_is_greater_than", FLAG, in -> compare(in) > 0, Q, Q);
        all.member("isLessThan", "quantity_is_less_than", FLAG, in -> compare(in) < 0, Q, Q);
        all.member("compareTo", "quantity_compare_to", WHOLE, in -> compare(in), Q, Q);
        all.member(
                "asApproximateFloat",
                "quantity_get_float",
                SimpleType.DOUBLE,
                in -> of(in[0]).toDouble(),
                Q);
        all.member("asInteger", "quantity_get_int", WHOLE, in -> whole(of(in[0])), Q);
        all.member("isInteger", "quantity_is_integer", FLAG, in -> isWhole(of(in[0])), Q);
        all.member("add", "quantity_add", Q, in -> of(in[0]).plus(of(in[1])), Q, Q);
        all.member("add", "quantity_add_int", Q, in -> of(in[0]).plus(number(in[1])), Q, WHOLE);
        all.member("sub", "quantity_sub", Q, in -> of(in[0]).minus(of(in[1])), Q, Q);
        all.member("sub", "quantity_sub_int", Q, in -> of(in[0]).minus(number(in[1])), Q, WHOLE);
        return all;
    }

    private static Quantity of(Object argument) {
        return (Quantity) argument;
    }

    private static Quantity number(Object argument) {
        return Quantity.of((Long) argument, Quantity.Format.DECIMAL_EXPONENT);
    }

    private static long compare(Object[] in) {
        return Integer.signum(of(in[0]).compareTo(of(in[1])));
    }

    private static boolean isQuantity(String text) {
        try {
            return Quantity.parse(text).sign() >= -1;
        } catch (QuantityFormatException _) {
            return false;
        }
    }

    private static boolean isWhole(Quantity quantity) {
        BigDecimal amount = quantity.amount();
        boolean small = (long) amount.precision() - amount.scale() <= 19;
        return small
                && amount.stripTrailingZeros().scale() <= 0
                && amount.compareTo(GREATEST) <= 0
                && amount.compareTo(LEAST) >= 0;
    }

    private static long whole(Quantity quantity) {
        if (!isWhole(quantity)) {
            throw new IllegalArgumentException("cannot convert value to integer");
        }
        return quantity.amount().longValueExact();
    }
}
