package dev.tenure.kinds.expression;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.tenure.kinds.expression.cost.FoldedParts;
import dev.tenure.kinds.expression.cost.RuntimeCost;
import dev.tenure.kinds.expression.cost.StaticCost;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.Optional;

/// The language of expressions on one schema: the standard one, texts, sets, optional values, and of upstream's own
/// functions those on lists and regular expressions. Immutable; safe for use by any thread. Upstream:
/// apiserver/pkg/cel/environment/base.go, apiserver/pkg/cel/library.
final class ExpressionLanguage {
    private final Cel cel;
    private final ExpressionTypes types;

    /// @param optionalOld whether `oldSelf` may be absent
    ExpressionLanguage(ExpressionTypes types, CelType self, boolean optionalOld) {
        CelOptions options =
                CelOptions.current().enableHeterogeneousNumericComparisons(true).build();
        this.types = types;
        this.cel = CelFactory.plannerCelBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(Libraries.macro())
                .setTypeProvider(types.provider())
                .addVar("self", self)
                .addVar("oldSelf", optionalOld ? OptionalType.create(self) : self)
                .addCompilerLibraries(Libraries.compilerLibraries(options))
                .setStandardFunctions(Libraries.standardFunctions())
                .addRuntimeLibraries(Libraries.runtimeLibraries(options))
                .addFunctionDeclarations(Libraries.declarations())
                .addFunctionDeclarations(AuthorizerLibrary.declarations())
                .addFunctionBindings(Libraries.bindings(options))
                .build();
    }

    /// What an expression was compiled to, or why it could not be.
    ///
    /// @param fault empty when it could be
    /// @param costMax the most that one run can cost
    record Compiled(Optional<Rule> rule, CelType type, boolean usesOld, long costMax, String fault) {
        static Compiled failed(String fault) {
            return new Compiled(Optional.empty(), SimpleType.DYN, false, 0, fault);
        }
    }

    /// What can be run.
    record Rule(CelAbstractSyntaxTree tree, CelRuntime.Program program, FoldedParts folded) {
        Rule(CelAbstractSyntaxTree tree, CelRuntime.Program program) {
            this(tree, program, new FoldedParts(tree));
        }

        /// What one run costs, from its beginning.
        ///
        /// @param limit how much it may cost
        RuntimeCost newCost(long limit) {
            return new RuntimeCost(tree, folded, limit);
        }
    }

    Compiled compile(String expression) {
        try {
            CelAbstractSyntaxTree tree = cel.compile(expression).getAst();
            Optional<String> fault = LiteralFaults.of(tree).or(() -> LiteralFaults.whenPrepared(tree));
            if (fault.isPresent()) {
                return Compiled.failed(fault.get());
            }
            boolean usesOld = tree.getReferenceMap().values().stream()
                    .anyMatch(reference -> reference.name().equals("oldSelf"));
            return new Compiled(
                    Optional.of(new Rule(tree, cel.createProgram(tree))),
                    tree.getResultType(),
                    usesOld,
                    StaticCost.of(tree, types).max(),
                    "");
        } catch (CelValidationException e) {
            return Compiled.failed("compilation failed: " + CompileFaults.told(cel, expression, e));
        } catch (CelEvaluationException e) {
            return Compiled.failed("program instantiation failed: " + e.getMessage());
        }
    }
}
