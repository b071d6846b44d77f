package dev.tenure.apiserver.request;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Quoted;
import java.math.BigInteger;
import java.util.Optional;

/// Reads single parameters of a query as Go's `strconv` would.
public final class Parameters {
    private static final Pattern SIGNED = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern UNSIGNED = Pattern.compile("[0-9]+");
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

    private Parameters() {}

    /// A whole number.
    ///
    /// @throws RefusedException with 400 when it is none
    public static Optional<Long> number(ApiRequest request, String name) {
        if (request.parameter(name).isEmpty()) {
            return Optional.empty();
        }
        String text = request.parameter(name).get();
        if (!SIGNED.matcher(text).matches()) {
            throw bad("strconv.ParseInt: parsing %s: invalid syntax".formatted(Quoted.of(text)));
        }
        var value = new BigInteger(text);
        if (value.compareTo(LONG_MAX) > 0 || value.compareTo(LONG_MIN) < 0) {
            throw bad("strconv.ParseInt: parsing %s: value out of range".formatted(Quoted.of(text)));
        }
        return Optional.of(value.longValue());
    }

    /// A flag: absent is unset, `false` and `0` are false, everything else is true.
    public static Optional<Boolean> flag(ApiRequest request, String name) {
        return request.parameter(name).map(v -> !v.equalsIgnoreCase("false") && !v.equals("0"));
    }

    /// Who reads one object may no longer ask for it without what its server added.
    ///
    /// @throws RefusedException with 400 when somebody does
    public static void refuseExport(ApiRequest request) {
        if (flag(request, "export").orElse(false)) {
            throw bad("the export parameter, deprecated since v1.14, is no longer supported");
        }
    }

    /// What Go says of a text that should be an unsigned number; empty when it is one.
    public static Optional<String> unsignedComplaint(String text) {
        if (!UNSIGNED.matcher(text).matches()) {
            return Optional.of("strconv.ParseUint: parsing %s: invalid syntax".formatted(Quoted.of(text)));
        }
        if (new BigInteger(text).compareTo(UNSIGNED_MAX) > 0) {
            return Optional.of("strconv.ParseUint: parsing %s: value out of range".formatted(Quoted.of(text)));
        }
        return Optional.empty();
    }

    /// An unsigned number whose form has been checked; beyond 63 bits it is the largest there is.
    public static long unsigned(String text) {
        var value = new BigInteger(text);
        return value.compareTo(LONG_MAX) > 0 ? Long.MAX_VALUE : value.longValue();
    }

    /// The same in full.
    public static BigInteger whole(String text) {
        return new BigInteger(text);
    }

    private static RefusedException bad(String message) {
        return new RefusedException(Statuses.badRequest(message));
    }
}
