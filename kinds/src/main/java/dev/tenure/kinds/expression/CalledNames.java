package dev.tenure.kinds.expression;

import com.google.common.collect.ImmutableSet;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.tenure.kinds.expression.library.Libraries;
import java.util.List;

/// Which functions an expression calls, so that a compiler need know no others. Whoever checks an expression
/// has all functions declared anew first, some four hundred overloads, and that took nine tenths of the time:
/// a policy may have a hundred thousand expressions. What an expression does not call has no part in what
/// becomes of it, nor in what is said of it when it is faulty. Immutable.
///
/// @param functions without what stands before them: `isIP`, and `of` for `optional.of`
/// @param extended whether any of them may be one of those libraries that are declared as a whole
record CalledNames(ImmutableSet<String> functions, boolean extended) {
    private static final ImmutableSet<String> STANDARD = CelStandardDeclarations.getAllFunctionNames();

    /// Its functions have names of the language's own.
    private static final String SETS = "sets";

    /// @param parsed not checked yet
    static CalledNames of(CelAbstractSyntaxTree parsed) {
        ImmutableSet.Builder<String> functions = ImmutableSet.builder();
        boolean extended = false;
        List<CelNavigableExpr> parts =
                CelNavigableAst.fromAst(parsed).getRoot().allNodes().toList();
        for (CelNavigableExpr part : parts) {
            if (part.getKind() == Kind.CALL) {
                CelExpr.CelCall call = part.expr().call();
                functions.add(last(call.function()));
                extended |= !STANDARD.contains(call.function())
                        || call.target().filter(CalledNames::isSets).isPresent();
            }
        }
        return new CalledNames(functions.build(), extended);
    }

    private static boolean isSets(CelExpr target) {
        return target.getKind() == Kind.IDENT && target.ident().name().equals(SETS);
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private boolean has(CelFunctionDecl function) {
        return functions.contains(last(function.name()));
    }

    /// The fields that an expression selects.
    static ImmutableSet<String> fields(CelAbstractSyntaxTree parsed) {
        return CelNavigableAst.fromAst(parsed)
                .getRoot()
                .allNodes()
                .filter(part -> part.getKind() == Kind.SELECT)
                .map(part -> part.expr().select().field())
                .collect(ImmutableSet.toImmutableSet());
    }

    /// Declares what is called, of the language's own functions and those of Kubernetes. What belongs to
    /// optional values is declared always, for an index may be one of them.
    ///
    /// @param declared more functions, of which those are declared that are called
    CelCheckerBuilder declare(CelCheckerBuilder builder, CelOptions options, List<CelFunctionDecl> declared) {
        return builder.setStandardEnvironmentEnabled(false)
                .setStandardDeclarations(CelStandardDeclarations.newBuilder()
                        .filterFunctions((function, _) -> has(function.functionDecl()))
                        .build())
                .addLibraries(extended ? Libraries.compilerLibraries(options) : Libraries.optionalValues())
                .addFunctionDeclarations(
                        Libraries.declarations().stream().filter(this::has).toList())
                .addFunctionDeclarations(declared.stream().filter(this::has).toList());
    }
}
