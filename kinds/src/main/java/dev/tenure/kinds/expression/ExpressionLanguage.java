package dev.tenure.kinds.expression;

import dev.cel.checker.CelChecker;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.tenure.kinds.expression.cost.FoldedParts;
import dev.tenure.kinds.expression.cost.RuntimeCost;
import dev.tenure.kinds.expression.cost.StaticCost;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.Map;
import java.util.Optional;

/// The language of expressions on one schema: the standard one, texts, sets, optional values, and of
/// upstream's own functions those on lists and regular expressions. Used by one thread; the programs that it
/// makes are for any thread. Upstream: apiserver/pkg/cel/environment/base.go, apiserver/pkg/cel/library.
final class ExpressionLanguage {
    /// One for all schemas, whose types no expression can name.
    private static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder()
            .setOptions(ExpressionSyntax.OPTIONS)
            .setStandardFunctions(Libraries.standardFunctions())
            .addLibraries(Libraries.runtimeLibraries(ExpressionSyntax.OPTIONS))
            .addFunctionBindings(Libraries.bindings(ExpressionSyntax.OPTIONS))
            .build();

    private final ExpressionTypes types;
    private final CelType self;
    private final CelType old;
    private final Map<CalledNames, CelChecker> checkers = new FewKept<>();

    /// @param optionalOld whether `oldSelf` may be absent
    ExpressionLanguage(ExpressionTypes types, CelType self, boolean optionalOld) {
        this.types = types;
        this.self = self;
        this.old = optionalOld ? OptionalType.create(self) : self;
    }

    private CelChecker build(CalledNames called) {
        CelCheckerBuilder builder = CelCompilerFactory.standardCelCheckerBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setTypeProvider(types.provider())
                .addVarDeclarations(
                        CelVarDecl.newVarDeclaration("self", self), CelVarDecl.newVarDeclaration("oldSelf", old));
        return called.declare(builder, ExpressionSyntax.OPTIONS, AuthorizerLibrary.declarations())
                .build();
    }

    /// How many checkers are kept.
    int checkers() {
        return checkers.size();
    }

    /// What an expression was compiled to, or why it could not be.
    ///
    /// @param fault empty when it could be
    /// @param costMax the most that one run can cost
    /// @param prepared false when all that is wrong is that it could not be prepared to be run
    record Compiled(Optional<Rule> rule, CelType type, boolean usesOld, long costMax, String fault, boolean prepared) {
        Compiled(Optional<Rule> rule, CelType type, boolean usesOld, long costMax, String fault) {
            this(rule, type, usesOld, costMax, fault, true);
        }

        static Compiled unprepared(CelType type, String fault) {
            return new Compiled(Optional.empty(), type, false, 0, fault, false);
        }

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
            CelAbstractSyntaxTree parsed =
                    ExpressionSyntax.STANDARD.parse(expression).getAst();
            CelAbstractSyntaxTree tree = checkers.computeIfAbsent(CalledNames.of(parsed), this::build)
                    .check(parsed)
                    .getAst();
            Optional<String> fault = LiteralFaults.of(tree);
            if (fault.isPresent()) {
                return Compiled.failed(fault.get());
            }
            Optional<String> unprepared = LiteralFaults.whenPrepared(tree);
            if (unprepared.isPresent()) {
                return Compiled.unprepared(tree.getResultType(), unprepared.get());
            }
            boolean usesOld = tree.getReferenceMap().values().stream()
                    .anyMatch(reference -> reference.name().equals("oldSelf"));
            return new Compiled(
                    Optional.of(new Rule(tree, RUNTIME.createProgram(tree))),
                    tree.getResultType(),
                    usesOld,
                    StaticCost.of(tree, types).max(),
                    "");
        } catch (CelValidationException e) {
            return Compiled.failed(
                    "compilation failed: " + CompileFaults.told(ExpressionSyntax.STANDARD, expression, e));
        } catch (CelEvaluationException e) {
            return Compiled.failed("program instantiation failed: " + e.getMessage());
        }
    }
}
