package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelOptions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import dev.cel.runtime.standard.BoolFunction.BoolOverload;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.DoubleFunction.DoubleOverload;
import dev.cel.runtime.standard.DurationFunction.DurationOverload;
import dev.cel.runtime.standard.IntFunction.IntOverload;
import dev.cel.runtime.standard.StringFunction.StringOverload;
import dev.cel.runtime.standard.SubtractOperator.SubtractOverload;
import dev.cel.runtime.standard.TimestampFunction.TimestampOverload;
import dev.cel.runtime.standard.UintFunction.UintOverload;
import dev.tenure.apiserver.registry.field.GoPattern;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The language's own operators and functions where the library does not do as upstream's: sums and
/// differences of times and of numbers without sign, lists joined by [CollectedList] (`map` and `filter`
/// collect by it), lists with keys compared by them, the order of floating point numbers ([OrderOperators]),
/// what is made of texts ([ReadTexts]), times as texts, patterns (which the library compiles however large
/// they are), and moments in time zones ([ZonedFields]). Upstream: cel-go, common/types.
final class OwnOperators {
    private static final Set<StandardFunction> OWN = EnumSet.of(
            StandardFunction.LESS,
            StandardFunction.LESS_EQUALS,
            StandardFunction.GREATER,
            StandardFunction.GREATER_EQUALS,
            StandardFunction.ADD,
            StandardFunction.SUBTRACT,
            StandardFunction.EQUALS,
            StandardFunction.NOT_EQUALS,
            StandardFunction.MATCHES,
            StandardFunction.STRING,
            StandardFunction.INT,
            StandardFunction.UINT,
            StandardFunction.DOUBLE,
            StandardFunction.BOOL,
            StandardFunction.DURATION,
            StandardFunction.TIMESTAMP,
            StandardFunction.GET_FULL_YEAR,
            StandardFunction.GET_MONTH,
            StandardFunction.GET_DAY_OF_YEAR,
            StandardFunction.GET_DAY_OF_MONTH,
            StandardFunction.GET_DATE,
            StandardFunction.GET_DAY_OF_WEEK,
            StandardFunction.GET_HOURS,
            StandardFunction.GET_MINUTES,
            StandardFunction.GET_SECONDS,
            StandardFunction.GET_MILLISECONDS);

    private final CelOptions options;
    private final RuntimeEquality equality;
    private final Map<String, List<CelFunctionBinding>> all = new HashMap<>();

    private OwnOperators(CelOptions options) {
        this.options = options;
        this.equality = RuntimeEquality.create(RuntimeHelpers.create(), options);
    }

    /// The language's functions but for these.
    static CelStandardFunctions others() {
        return CelStandardFunctions.newBuilder().excludeFunctions(OWN).build();
    }

    /// All that they mean.
    static Map<String, List<CelFunctionBinding>> bound(CelOptions options) {
        var own = new OwnOperators(options);
        own.add();
        own.subtract();
        own.compare();
        own.texts();
        own.readTexts();
        own.patterns();
        own.all.putAll(ZonedFields.bound(options, own.equality));
        own.all.putAll(OrderOperators.bound(options, own.equality));
        return own.all;
    }

    private void texts() {
        function(
                "string",
                EnumSet.complementOf(EnumSet.of(
                        StringOverload.DURATION_TO_STRING,
                        StringOverload.DOUBLE_TO_STRING,
                        StringOverload.TIMESTAMP_TO_STRING)),
                CelFunctionBinding.from("double_to_string", Double.class, TextFormat::shortest),
                CelFunctionBinding.from("timestamp_to_string", Instant.class, TextFormat::moment),
                CelFunctionBinding.from("duration_to_string", Duration.class, TextFormat::seconds));
    }

    private void readTexts() {
        function(
                "int",
                EnumSet.complementOf(EnumSet.of(IntOverload.STRING_TO_INT64)),
                CelFunctionBinding.from("string_to_int64", String.class, text -> read(ReadTexts.whole(text), "int")));
        function(
                "uint",
                EnumSet.complementOf(EnumSet.of(UintOverload.STRING_TO_UINT64)),
                CelFunctionBinding.from(
                        "string_to_uint64", String.class, text -> read(ReadTexts.unsigned(text), "uint")));
        function(
                "double",
                EnumSet.complementOf(EnumSet.of(DoubleOverload.STRING_TO_DOUBLE)),
                CelFunctionBinding.from(
                        "string_to_double", String.class, text -> read(ReadTexts.real(text), "double")));
        function(
                "bool",
                EnumSet.complementOf(EnumSet.of(BoolOverload.STRING_TO_BOOL)),
                CelFunctionBinding.from("string_to_bool", String.class, text -> read(ReadTexts.flag(text), "bool")));
        function(
                "duration",
                EnumSet.complementOf(EnumSet.of(DurationOverload.STRING_TO_DURATION)),
                CelFunctionBinding.from(
                        "string_to_duration",
                        String.class,
                        text -> read(ReadTexts.duration(text), "google.protobuf.Duration")));
        function(
                "timestamp",
                EnumSet.complementOf(EnumSet.of(TimestampOverload.STRING_TO_TIMESTAMP)),
                CelFunctionBinding.from(
                        "string_to_timestamp",
                        String.class,
                        text -> read(ReadTexts.moment(text), "google.protobuf.Timestamp")));
    }

    private void patterns() {
        function(
                "matches",
                Set.of(),
                CelFunctionBinding.from("matches", String.class, String.class, OwnOperators::matches),
                CelFunctionBinding.from("matches_string", String.class, String.class, OwnOperators::matches));
    }

    private static boolean matches(String text, String expression) {
        return GoPattern.compile(expression).matcher(text).find();
    }

    private static <T> T read(Optional<T> value, String type) {
        return value.orElseThrow(
                () -> new IllegalArgumentException("type conversion error from 'string' to '" + type + "'"));
    }

    private void function(String name, Set<? extends CelStandardOverload> kept, CelFunctionBinding... own) {
        List<CelFunctionBinding> overloads = new ArrayList<>(List.of(own));
        kept.forEach(overload -> overloads.add(overload.newFunctionBinding(options, equality)));
        all.put(name, overloads);
    }

    private void add() {
        function(
                "_+_",
                EnumSet.of(
                        AddOverload.ADD_INT64, AddOverload.ADD_DOUBLE, AddOverload.ADD_STRING, AddOverload.ADD_BYTES),
                CelFunctionBinding.from(
                        "add_uint64",
                        UnsignedLong.class,
                        UnsignedLong.class,
                        (one, other) ->
                                ResultBounds.unsigned(one.bigIntegerValue().add(other.bigIntegerValue()))),
                CelFunctionBinding.from(
                        "add_duration_duration",
                        Duration.class,
                        Duration.class,
                        (one, other) -> ResultBounds.duration(one.plus(other))),
                CelFunctionBinding.from(
                        "add_duration_timestamp",
                        Duration.class,
                        Instant.class,
                        (length, moment) -> ResultBounds.moment(moment, length)),
                CelFunctionBinding.from("add_timestamp_duration", Instant.class, Duration.class, ResultBounds::moment),
                CelFunctionBinding.from("add_list", List.class, List.class, CollectedList::of));
    }

    private void subtract() {
        function(
                "_-_",
                EnumSet.of(SubtractOverload.SUBTRACT_INT64, SubtractOverload.SUBTRACT_DOUBLE),
                CelFunctionBinding.from(
                        "subtract_uint64",
                        UnsignedLong.class,
                        UnsignedLong.class,
                        (one, other) ->
                                ResultBounds.unsigned(one.bigIntegerValue().subtract(other.bigIntegerValue()))),
                CelFunctionBinding.from(
                        "subtract_duration_duration",
                        Duration.class,
                        Duration.class,
                        (one, other) -> ResultBounds.duration(one.minus(other))),
                CelFunctionBinding.from(
                        "subtract_timestamp_timestamp",
                        Instant.class,
                        Instant.class,
                        (one, other) -> ResultBounds.between(other, one)),
                CelFunctionBinding.from(
                        "subtract_timestamp_duration",
                        Instant.class,
                        Duration.class,
                        (moment, length) -> ResultBounds.moment(moment, length.negated())));
    }

    @SuppressWarnings("Immutable") // what compares is made once, and changes no more when expressions run
    private void compare() {
        function("_==_", Set.of(), CelFunctionBinding.from("equals", Object.class, Object.class, this::same));
        function(
                "_!=_",
                Set.of(),
                CelFunctionBinding.from("not_equals", Object.class, Object.class, (one, other) -> !same(one, other)));
    }

    private boolean same(Object one, Object other) {
        if (one instanceof KeyedList keyed && other instanceof List<?> list) {
            return keyed.matches(list, this::same);
        }
        if (one instanceof List<?> left && other instanceof List<?> right) {
            return sameItems(left, right);
        }
        if (one instanceof Map<?, ?> left && other instanceof Map<?, ?> right && holdsKeyed(left)) {
            return left.size() == right.size()
                    && left.entrySet().stream()
                            .allMatch(entry -> right.containsKey(entry.getKey())
                                    && same(entry.getValue(), Objects.requireNonNull(right.get(entry.getKey()))));
        }
        return equality.objectEquals(one, other);
    }

    private boolean sameItems(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        var others = right.iterator();
        return left.stream()
                .allMatch(item -> same(Objects.requireNonNull(item), Objects.requireNonNull(others.next())));
    }

    /// Whether it is a value of a custom resource, whose keys are texts, with such a list somewhere in it.
    private static boolean holdsKeyed(Object value) {
        return switch (value) {
            case KeyedList _ -> true;
            case Map<?, ?> map -> map.values().stream().anyMatch(OwnOperators::holdsKeyed);
            case List<?> list -> list.stream().anyMatch(OwnOperators::holdsKeyed);
            default -> false;
        };
    }
}
