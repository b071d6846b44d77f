package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.SimpleType;
import dev.tenure.kinds.expression.VariableLanguage.Compiled;
import dev.tenure.kinds.expression.VariableLanguage.Program;
import dev.tenure.kinds.expression.cost.SchemaSizes;
import dev.tenure.kinds.expression.cost.Span;
import dev.tenure.kinds.expression.cost.StaticCost;
import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.wire.json.MemoTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs expressions over taints, which see `taint.key`, `taint.value` and `taint.effect`, all of them text.
/// One that may cost more than a tenth of what Kubernetes lets one call of an admission policy cost is
/// refused as a whole, since it is asked of many taints. What was asked before is answered from memory.
public final class TaintExpressions implements TaintMatcher {
    private static final String TAINT = "taint";
    private static final String TYPE = "kubernetes.Taint";
    private static final Map<String, Long> BYTES_MAX = Map.of("key", 317L, "value", 63L, "effect", 16L);
    private static final long COST_MAX = 100_000;

    private static final MemoTable<Known> KNOWN = new MemoTable<>("expressions over taints", 1 << 7);
    private static final MemoTable<Asked> ASKED = new MemoTable<>("answers about taints", 1 << 12);

    /// Made for the first expression: it takes as long as hundreds of these.
    private static final MadeOnce<VariableLanguage> LANGUAGE = new MadeOnce<>(() -> new VariableLanguage(
            TAINT,
            TYPE,
            ImmutableMap.of("key", SimpleType.STRING, "value", SimpleType.STRING, "effect", SimpleType.STRING)));

    private static final TaintExpressions SHARED = new TaintExpressions();

    private record Known(String expression, Program program) {}

    private record Asked(String expression, Taint taint, Answer answer) {
        private boolean is(String text, Taint of) {
            return expression.equals(text) && taint.equals(of);
        }
    }

    private TaintExpressions() {}

    /// The one that all share.
    public static TaintMatcher matcher() {
        return SHARED;
    }

    @Override
    public Optional<String> fault(String expression) {
        return program(expression) instanceof Program.Faulty(var fault) ? Optional.of(fault) : Optional.empty();
    }

    @Override
    public Answer matches(String expression, Taint taint) {
        Taint asked = taint.withoutTime();
        int hash = expression.hashCode() * 31 + asked.hashCode();
        Asked known = ASKED.at(hash);
        if (known != null && known.is(expression, asked)) {
            return known.answer();
        }
        Answer answer = switch (program(expression)) {
            case Program.Faulty(var fault) -> new Answer.Failed(fault);
            case Program.Good(var rule) -> run(rule, asked);
        };
        ASKED.put(hash, new Asked(expression, asked, answer));
        return answer;
    }

    private Program program(String expression) {
        int hash = expression.hashCode();
        Known known = KNOWN.at(hash);
        if (known != null && known.expression().equals(expression)) {
            return known.program();
        }
        Program program = switch (LANGUAGE.get().compile(expression)) {
            case Compiled.Faulty(var fault, var _) -> new Program.Faulty(brief(fault));
            case Compiled.Good(var tree) -> {
                long cost = StaticCost.of(tree, new Sizes()).max();
                yield cost > COST_MAX
                        ? new Program.Faulty("may cost %d, which is more than %d".formatted(cost, COST_MAX))
                        : LANGUAGE.get().program(expression);
            }
        };
        KNOWN.put(hash, new Known(expression, program));
        return program;
    }

    /// Without the lines that repeat the expression.
    private static String brief(String fault) {
        int end = fault.indexOf('\n');
        return end < 0 ? fault : fault.substring(0, end);
    }

    private static Answer run(ExpressionLanguage.Rule rule, Taint taint) {
        Map<String, Object> fields = Map.of(
                "key",
                taint.key(),
                "value",
                taint.value(),
                "effect",
                taint.effect().word());
        return switch (new Budget().run(rule, Map.of(TAINT, fields))) {
            case Budget.Outcome.Value(Boolean matches) -> new Answer.Fits(matches);
            case Budget.Outcome.Value(var value) -> new Answer.Failed("comes to %s, not to a bool".formatted(value));
            case Budget.Outcome.Failed(var fault) -> new Answer.Failed(brief(fault));
            case Budget.Outcome.TooDear(var fault) -> new Answer.Failed(brief(fault));
            case Budget.Outcome.Spent _ -> new Answer.Failed("costs too much");
        };
    }

    /// How large the fields of a taint can be.
    private record Sizes() implements SchemaSizes {
        @Override
        public Optional<Span> at(List<String> path) {
            if (!path.getFirst().equals(TAINT) || path.size() > 2) {
                return Optional.empty();
            }
            return path.size() == 1
                    ? Optional.of(Span.upTo(BYTES_MAX.size()))
                    : Optional.ofNullable(BYTES_MAX.get(path.getLast())).map(Span::upTo);
        }
    }
}
