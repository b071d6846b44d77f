package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.tenure.kinds.expression.ExpressionLanguage.Rule;
import dev.tenure.kinds.expression.library.AuthorizerLibrary;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.Optional;

/// The language of expressions that say yes or no of one thing, which they see as a variable with fields.
/// Immutable; safe for use by any thread. Upstream: dynamic-resource-allocation/cel/compile.go.
final class VariableLanguage {
    private final CelCompiler compiler;
    private final CelRuntime runtime;

    /// @param variable its name
    /// @param type the name of its type, as faults tell it
    /// @param fields of this type
    VariableLanguage(String variable, String type, ImmutableMap<String, CelType> fields) {
        var types =
                new OneType(StructType.create(type, fields.keySet(), field -> Optional.ofNullable(fields.get(field))));
        this.compiler = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(Libraries.macro())
                .setTypeProvider(types)
                .addLibraries(Libraries.compilerLibraries(ExpressionSyntax.OPTIONS))
                .addLibraries(CelExtensions.bindings())
                .addFunctionDeclarations(Libraries.declarations())
                .addFunctionDeclarations(AuthorizerLibrary.declarations())
                .addVar(variable, StructTypeReference.create(type))
                .build();
        this.runtime = CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(ExpressionSyntax.OPTIONS)
                .setTypeProvider(types)
                .setStandardFunctions(Libraries.standardFunctions())
                .addLibraries(Libraries.runtimeLibraries(ExpressionSyntax.OPTIONS))
                .addFunctionBindings(Libraries.bindings(ExpressionSyntax.OPTIONS))
                .addFunctionBindings(AuthorizerLibrary.bindings())
                .build();
    }

    private record OneType(StructType type) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableSet.of(type);
        }

        @Override
        public Optional<CelType> findType(String name) {
            return name.equals(type.name()) ? Optional.of(type) : Optional.empty();
        }
    }

    /// An expression as it was understood.
    sealed interface Compiled {
        record Good(CelAbstractSyntaxTree tree) implements Compiled {}

        /// @param prepared false when it is good as it stands, but cannot be prepared to be run
        record Faulty(String fault, boolean prepared) implements Compiled {}

        private static Compiled faulty(String fault) {
            return new Faulty(fault, true);
        }
    }

    Compiled compile(String expression) {
        CelAbstractSyntaxTree tree;
        try {
            tree = compiler.compile(expression).getAst();
        } catch (CelValidationException e) {
            return Compiled.faulty("compilation failed: " + CompileFaults.told(compiler, expression, e));
        }
        Optional<String> literal = LiteralFaults.of(tree);
        if (literal.isPresent()) {
            return Compiled.faulty(literal.get());
        }
        CelType type = tree.getResultType();
        if (!type.equals(SimpleType.BOOL) && !type.equals(SimpleType.ANY)) {
            return Compiled.faulty("must evaluate to bool or the unknown type, not " + RequestExpressions.got(type));
        }
        return LiteralFaults.whenPrepared(tree)
                .<Compiled>map(fault -> new Compiled.Faulty(fault, false))
                .orElseGet(() -> new Compiled.Good(tree));
    }

    /// An expression that can be run, or why it cannot be.
    sealed interface Program {
        record Good(Rule rule) implements Program {}

        record Faulty(String fault) implements Program {}
    }

    Program program(String expression) {
        return switch (compile(expression)) {
            case Compiled.Faulty faulty -> new Program.Faulty(faulty.fault());
            case Compiled.Good(var tree) -> {
                try {
                    yield new Program.Good(new Rule(tree, runtime.createProgram(tree)));
                } catch (CelEvaluationException e) {
                    yield new Program.Faulty("program instantiation failed: " + e.getMessage());
                }
            }
        };
    }
}
