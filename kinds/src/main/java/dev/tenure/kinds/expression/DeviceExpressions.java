package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.tenure.kinds.expression.VariableLanguage.Compiled;
import dev.tenure.kinds.expression.VariableLanguage.Program;
import dev.tenure.kinds.expression.cost.SchemaSizes;
import dev.tenure.kinds.expression.cost.Span;
import dev.tenure.kinds.expression.cost.StaticCost;
import dev.tenure.kinds.expression.library.Libraries;
import dev.tenure.runtime.io.MadeOnce;
import java.util.List;
import java.util.Optional;

/// What expressions that choose devices may say, and what they can cost. Immutable; safe for use by any
/// thread. Upstream: dynamic-resource-allocation/cel/compile.go.
public final class DeviceExpressions {
    private static final String DEVICE = "kubernetes.DRADevice";
    private static final long ENTRIES_MAX = 32;
    private static final long DOMAIN_BYTES_MAX = 63;
    private static final long NAME_BYTES_MAX = 32;
    private static final long VALUE_BYTES_MAX = 64;
    /// Maps are two deep: by domain, then by name.
    private static final int VALUE_DEPTH = 2;

    private static final MadeOnce<DeviceExpressions> SHARED = new MadeOnce<>(DeviceExpressions::new);

    private final VariableLanguage language;

    /// The same for all, made for the first who asks: it takes as long as hundreds of expressions.
    public static DeviceExpressions shared() {
        return SHARED.get();
    }

    private DeviceExpressions() {
        MapType attributes = byDomain(SimpleType.ANY);
        MapType capacity = byDomain(Libraries.quantity());
        this.language = new VariableLanguage(
                "device",
                DEVICE,
                ImmutableMap.of(
                        "driver",
                        SimpleType.STRING,
                        "allowMultipleAllocations",
                        SimpleType.BOOL,
                        "attributes",
                        attributes,
                        "capacity",
                        capacity));
    }

    private static MapType byDomain(CelType value) {
        return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
    }

    /// What is known of an expression.
    ///
    /// @param fault why it is not good; empty when it is
    /// @param prepared false when it is good as it stands, but cannot be prepared to be run
    /// @param costMax the most that one run can cost; 0 when it is not good
    public record Judged(String fault, boolean prepared, long costMax) {}

    public Judged judge(String expression) {
        return switch (language.compile(expression)) {
            case Compiled.Faulty(var fault, var prepared) -> new Judged(fault, prepared, 0);
            case Compiled.Good(var tree) ->
                new Judged("", true, StaticCost.of(tree, new Sizes()).max());
        };
    }

    Program program(String expression) {
        return language.program(expression);
    }

    /// How large the parts of a device can be.
    private record Sizes() implements SchemaSizes {
        @Override
        public Optional<Span> at(List<String> path) {
            if (!path.getFirst().equals("device")) {
                return Optional.empty();
            }
            if (path.size() == 1) {
                return Optional.of(Span.upTo(0));
            }
            List<String> below = path.subList(2, path.size());
            return switch (path.get(1)) {
                case "driver" -> Optional.of(Span.upTo(DOMAIN_BYTES_MAX));
                case "allowMultipleAllocations" -> Optional.of(Span.upTo(1));
                case "attributes" -> entries(below, true);
                case "capacity" -> entries(below, false);
                default -> Optional.empty();
            };
        }

        private static Optional<Span> entries(List<String> path, boolean anyName) {
            int depth = 0;
            for (String step : path) {
                if (step.equals("@keys")) {
                    return Optional.of(Span.upTo(depth == 0 ? DOMAIN_BYTES_MAX : NAME_BYTES_MAX));
                }
                boolean value =
                        step.equals("@values") || step.equals("@items") || (anyName && depth == VALUE_DEPTH - 1);
                if (!value || depth == VALUE_DEPTH) {
                    return Optional.empty();
                }
                depth++;
            }
            return Optional.of(Span.upTo(depth < VALUE_DEPTH ? ENTRIES_MAX : anyName ? VALUE_BYTES_MAX : 0));
        }
    }
}
