package dev.tenure.kinds.expression;

import com.google.re2j.Pattern;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.BaseNavigableExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.compiler.CelCompiler;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a compiler found wrong with an expression, as upstream says it. Upstream: cel-go, checker/checker.go.
final class CompileFaults {
    private static final Pattern CANDIDATES = Pattern.compile("(?m) \\(candidates: [^\\n]*\\)$");
    private static final Pattern MISMATCH =
            Pattern.compile("(?m)^(ERROR: [^ ]+ )(mismatched|extraneous|missing|no viable|token)");
    /// What follows from a type that is not known, which upstream does not mention.
    private static final Pattern FOLLOWING = Pattern.compile("\\n"
            + "ERROR: [^\\n"
            + "]*: Message type resolution failure while referencing field [^\\n"
            + "]*\\n"
            + " \\| [^\\n"
            + "]*\\n"
            + " \\| [^\\n"
            + "]*");
    private static final String BEFORE_NOTHING = "ERROR: <input>:1:1: ";
    private static final String NO_TEXT = "\n | \n | ^";
    private static final String UNDECLARED = "undeclared reference to ";

    private CompileFaults() {}

    static String told(CelCompiler compiler, String expression, CelValidationException e) {
        Set<Long> unseen = insideUnknownTypes(compiler, expression, e);
        String text = String.valueOf(e.getMessage());
        if (!unseen.isEmpty()) {
            text = e.getErrors().stream()
                    .filter(issue -> !unseen.contains(issue.getExprId()))
                    .map(issue -> issue.toDisplayString(e.getSource()))
                    .collect(Collectors.joining("\n"));
        }
        text = CANDIDATES.matcher(text).replaceAll("");
        text = FOLLOWING.matcher(text).replaceAll("");
        if (text.startsWith(BEFORE_NOTHING) && text.endsWith(NO_TEXT)) {
            text = "ERROR: <input>:1:0: " + text.substring(BEFORE_NOTHING.length(), text.length() - NO_TEXT.length());
        }
        return MISMATCH.matcher(text).replaceAll("$1Syntax error: $2");
    }

    /// The parts that upstream does not look at: what a structure of a type that is not known is filled with.
    private static Set<Long> insideUnknownTypes(CelCompiler compiler, String expression, CelValidationException e) {
        Set<Long> undeclared = e.getErrors().stream()
                .filter(issue -> issue.getMessage().startsWith(UNDECLARED))
                .map(CelIssue::getExprId)
                .collect(Collectors.toSet());
        if (undeclared.isEmpty()) {
            return Set.of();
        }
        try {
            Stream<CelNavigableExpr> parts = CelNavigableAst.fromAst(
                            compiler.parse(expression).getAst())
                    .getRoot()
                    .allNodes();
            return parts.filter(part -> part.getKind() == Kind.STRUCT && undeclared.contains(part.id()))
                    .flatMap(CelNavigableExpr::descendants)
                    .map(BaseNavigableExpr::id)
                    .collect(Collectors.toSet());
        } catch (CelValidationException _) {
            return Set.of();
        }
    }
}
