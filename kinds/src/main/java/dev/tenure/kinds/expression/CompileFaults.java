package dev.tenure.kinds.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.BaseNavigableExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.parser.CelParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
    private static final String BAD_NUMBER = "For input string: ";
    private static final String TOO_LARGE = "exceeds range of unsigned long.";
    private static final String BAD_ARGUMENT = "invalid argument to has() macro";
    private static final String NO_SELECTION = "does not support field selection";
    private static final List<String> LOGICAL =
            List.of("found no matching overload for '_&&_'", "found no matching overload for '_||_'");
    /// The types of both sides.
    private static final Pattern OPERANDS = Pattern.compile("applied to '\\((.*)\\)'");
    /// A type of which nothing became known.
    private static final Pattern UNKNOWN = Pattern.compile("%[a-zA-Z]+[0-9]+");
    private static final Pattern UNEXPECTED = Pattern.compile("(?s)(mismatched input .* expecting )\\{([^{}]*)\\}");
    private static final Set<String> GOING_ON = Set.of(
            "'=='", "'!='", "'in'", "'<'", "'<='", "'>='", "'>'", "'&&'", "'||'", "'['", "'{'", "'('", "'.'", "'-'",
            "'?'", "'+'", "'*'", "'/'", "'%'", "'%%'", "','");
    /// Some of them, that stand wherever any may.
    private static final Set<String> ANY_OPERATOR = Set.of("'=='", "'&&'", "'+'");
    private static final String NO_NAME = "The argument must be a simple name";
    /// The macros that say so in other words.
    private static final Pattern OF_LISTS = Pattern.compile("(?s).*\\.\\s*(map|filter)\\s*");
    /// Operands that a flag may be, and what was told of already.
    private static final Set<String> NO_FAULT = Set.of("bool", "dyn", "*error*");

    private static final Comparator<CelIssue> BY_PLACE = Comparator.comparingInt(
                    (CelIssue issue) -> issue.getSourceLocation().getLine())
            .thenComparingInt(issue -> issue.getSourceLocation().getColumn());
    private static final String UNDECLARED = "undeclared reference to ";

    private CompileFaults() {}

    static String told(CelParser parser, String expression, CelValidationException e) {
        Optional<CelAbstractSyntaxTree> tree = parsed(parser, expression);
        Set<Long> unseen = tree.map(parsed -> insideUnknownTypes(parsed, e)).orElse(Set.of());
        String text = String.valueOf(e.getMessage());
        if (!e.getErrors().isEmpty()) {
            text = e.getErrors().stream()
                    .filter(issue -> !unseen.contains(issue.getExprId()))
                    .flatMap(issue -> inUpstreamsWords(issue, tree, e))
                    .map(issue -> ofMacro(parser, expression, issue))
                    .sorted(BY_PLACE)
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

    private static Optional<CelAbstractSyntaxTree> parsed(CelParser parser, String expression) {
        try {
            return Optional.of(parser.parse(expression).getAst());
        } catch (CelValidationException _) {
            return Optional.empty();
        }
    }

    private static Stream<CelIssue> inUpstreamsWords(
            CelIssue issue, Optional<CelAbstractSyntaxTree> tree, CelValidationException e) {
        String message = issue.getMessage();
        CelSourceLocation place = issue.getSourceLocation();
        if (message.endsWith(TOO_LARGE)) {
            return Stream.of(at(issue, place, "invalid uint literal"));
        }
        if (message.equals("unsupported identifier")) {
            return Stream.of(at(issue, place, "unsupported ident kind"));
        }
        if (message.equals("unsupported syntax '`'")) {
            return Stream.of(at(issue, place, "unsupported syntax: '`'"));
        }
        if (message.startsWith(BAD_NUMBER)) {
            return Stream.of(at(issue, place, "invalid int literal"));
        }
        Optional<CelExpr> call = tree.flatMap(parsed -> find(parsed, issue.getExprId()));
        if (call.isPresent() && LOGICAL.stream().anyMatch(message::startsWith)) {
            return operands(issue, tree.get(), call.get());
        }
        Matcher unexpected = UNEXPECTED.matcher(message);
        if (unexpected.matches()) {
            return Stream.of(at(issue, place, unexpected.group(1) + closing(unexpected.group(2))));
        }
        String unknown = call.isPresent() && takesUnselectable(call.get(), e) ? "dyn" : "!error!";
        return Stream.of(at(issue, place, named(message.replace("*error*", unknown))));
    }

    /// What is wrong with the argument of a macro.
    private static CelIssue ofMacro(CelParser parser, String expression, CelIssue issue) {
        CelSourceLocation place = issue.getSourceLocation();
        if (issue.getMessage().equals(BAD_ARGUMENT)) {
            return at(issue, MacroText.argument(parser, expression, place), BAD_ARGUMENT);
        }
        if (issue.getMessage().equals(NO_NAME)) {
            boolean ofList =
                    OF_LISTS.matcher(MacroText.before(expression, place)).matches();
            return at(issue, place, ofList ? "argument is not an identifier" : "argument must be a simple name");
        }
        return issue;
    }

    /// What could stand there, as upstream names it: where more could follow, only what would end the part.
    private static String closing(String expected) {
        List<String> all = List.of(expected.split(", "));
        List<String> closing = all.containsAll(ANY_OPERATOR)
                ? all.stream().filter(one -> !GOING_ON.contains(one)).toList()
                : all;
        return closing.size() == 1 ? closing.getFirst() : "{" + String.join(", ", closing) + "}";
    }

    private static CelIssue at(CelIssue issue, CelSourceLocation place, String message) {
        return CelIssue.formatError(issue.getExprId(), place, message);
    }

    /// Types that have a name of their own in the language.
    static String named(String types) {
        return UNKNOWN.matcher(types.replace("google.protobuf.Timestamp", "timestamp")
                        .replace("google.protobuf.Duration", "duration"))
                .replaceAll("dyn");
    }

    private static Optional<CelExpr> find(CelAbstractSyntaxTree tree, long id) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .map(CelNavigableExpr::expr)
                .filter(part -> part.id() == id && part.getKind() == Kind.CALL)
                .findFirst();
    }

    /// Whether a part of a call was said to have no fields: then nothing is known of it, but that is no
    /// fault.
    private static boolean takesUnselectable(CelExpr call, CelValidationException e) {
        List<CelExpr> parts = new ArrayList<>(call.call().args());
        call.call().target().ifPresent(parts::add);
        Set<Long> ids = parts.stream().map(CelExpr::id).collect(Collectors.toSet());
        return e.getErrors().stream()
                .anyMatch(other -> other.getMessage().endsWith(NO_SELECTION) && ids.contains(other.getExprId()));
    }

    /// Both sides of an operator on flags are looked at one by one.
    private static Stream<CelIssue> operands(CelIssue issue, CelAbstractSyntaxTree tree, CelExpr call) {
        String message = issue.getMessage();
        Matcher stated = OPERANDS.matcher(message);
        if (!stated.find()) {
            return Stream.of(issue);
        }
        List<String> types = apart(stated.group(1));
        List<CelIssue> issues = new ArrayList<>();
        for (int i = 0; i < call.call().args().size(); i++) {
            String type = types.get(i);
            long id = call.call().args().get(i).id();
            if (!NO_FAULT.contains(type)) {
                tree.getSource()
                        .getOffsetLocation(tree.getSource().getPositionsMap().getOrDefault(id, 0))
                        .ifPresent(place ->
                                issues.add(at(issue, place, "expected type 'bool' but found '" + named(type) + "'")));
            }
        }
        return issues.stream();
    }

    /// What commas separate, but for those in parentheses.
    private static List<String> apart(String types) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < types.length(); i++) {
            char c = types.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(types.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.add(types.substring(from).strip());
        return parts;
    }

    /// The parts that upstream does not look at: what a structure of a type that is not known is filled with.
    private static Set<Long> insideUnknownTypes(CelAbstractSyntaxTree tree, CelValidationException e) {
        Set<Long> undeclared = e.getErrors().stream()
                .filter(issue -> issue.getMessage().startsWith(UNDECLARED))
                .map(CelIssue::getExprId)
                .collect(Collectors.toSet());
        if (undeclared.isEmpty()) {
            return Set.of();
        }
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(part -> part.getKind() == Kind.STRUCT && undeclared.contains(part.id()))
                .flatMap(CelNavigableExpr::descendants)
                .map(BaseNavigableExpr::id)
                .collect(Collectors.toSet());
    }
}
