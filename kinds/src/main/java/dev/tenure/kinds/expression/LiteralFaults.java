package dev.tenure.kinds.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.tenure.apiserver.registry.field.GoPattern;
import dev.tenure.kinds.expression.library.ReadTexts;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is wrong with the constants of an expression whose types are right: texts that are no durations,
/// moments, patterns or numbers where such are made of them, and lists and maps of mixed types. Upstream:
/// cel-go, cel/validator.go, and the decorators of interpreter/planner.go.
final class LiteralFaults {
    /// Its arguments may be of any types.
    private static final String FORMAT = "format";

    private final CelAbstractSyntaxTree tree;
    private final List<CelIssue> issues = new ArrayList<>();

    private LiteralFaults(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    /// @param tree checked
    /// @return what is wrong, as upstream says it; empty when nothing is
    static Optional<String> of(CelAbstractSyntaxTree tree) {
        String listed = listed(tree);
        return listed.isEmpty() ? Optional.empty() : Optional.of("compilation failed: " + listed);
    }

    /// The same without words before; empty when nothing is wrong.
    static String listed(CelAbstractSyntaxTree tree) {
        var faults = new LiteralFaults(tree);
        CelNavigableAst.fromAst(tree).getRoot().allNodes().forEach(faults::look);
        faults.issues.sort(Comparator.comparingInt(
                        (CelIssue issue) -> issue.getSourceLocation().getLine())
                .thenComparingInt(issue -> issue.getSourceLocation().getColumn()));
        return faults.issues.stream()
                .map(issue -> issue.toDisplayString(tree.getSource()))
                .collect(Collectors.joining("\n"));
    }

    /// What is wrong with the constants of an expression when it is prepared to be run.
    static Optional<String> whenPrepared(CelAbstractSyntaxTree tree) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.CALL)
                .flatMap(node -> ConstantConversions.fault(node.expr().call()).stream())
                .findFirst()
                .map(fault -> "program instantiation failed: " + fault);
    }

    private void look(CelNavigableExpr node) {
        switch (node.getKind()) {
            case CONSTANT -> {
                CelConstant constant = node.expr().constant();
                if (constant.getKind() == CelConstant.Kind.DOUBLE_VALUE && Double.isInfinite(constant.doubleValue())) {
                    report(node.id(), "invalid double literal");
                }
            }
            case CALL -> {
                call(node.expr().call());
                moment(node.expr().call());
                FormatCheck.of(tree, node.expr()).ifPresent(wrong -> report(wrong.place(), wrong.why()));
            }
            case LIST -> list(node);
            case MAP -> map(node);
            default -> {
                // has no constants of its own
            }
        }
    }

    private void call(CelExpr.CelCall call) {
        Optional<String> text =
                call.args().isEmpty() ? Optional.empty() : text(call.args().getFirst());
        boolean good = text.isEmpty()
                || switch (call.function()) {
                    case "duration" -> isDuration(text.get());
                    case "timestamp" -> ReadTexts.moment(text.get()).isPresent();
                    case "matches" -> GoPattern.fault(text.get()).isEmpty();
                    default -> true;
                };
        if (!good) {
            report(call.args().getFirst().id(), "invalid " + call.function() + " argument");
        }
    }

    private void moment(CelExpr.CelCall call) {
        boolean past = call.function().equals("timestamp")
                && !call.args().isEmpty()
                && ConstantConversions.isNoMoment(call.args().getFirst());
        if (past) {
            report(call.args().getFirst().id(), "invalid timestamp argument");
        }
    }

    static Optional<String> text(CelExpr expression) {
        boolean constant = expression.getKind() == Kind.CONSTANT
                && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE;
        return constant ? Optional.of(expression.constant().stringValue()) : Optional.empty();
    }

    private static boolean isDuration(String text) {
        try {
            GoDurationParser.parse(text);
            return true;
        } catch (DurationFormatException _) {
            return false;
        }
    }

    private void list(CelNavigableExpr node) {
        if (isFormatted(node)) {
            return;
        }
        CelExpr.CelList list = node.expr().list();
        Optional<CelType> first = Optional.empty();
        for (int i = 0; i < list.elements().size(); i++) {
            long id = list.elements().get(i).id();
            Optional<CelType> type = type(id, list.optionalIndices().contains(i));
            if (first.isEmpty()) {
                first = type;
            } else if (mismatch(id, first.get(), type)) {
                return;
            }
        }
    }

    private void map(CelNavigableExpr node) {
        List<CelExpr.CelMap.Entry> entries = node.expr().map().entries();
        if (isFormatted(node) || entries.isEmpty()) {
            return;
        }
        CelExpr.CelMap.Entry first = entries.getFirst();
        Optional<CelType> keys = type(first.key().id(), false);
        Optional<CelType> values = type(first.value().id(), first.optionalEntry());
        for (CelExpr.CelMap.Entry entry : entries) {
            keys.ifPresent(wanted ->
                    mismatch(entry.key().id(), wanted, type(entry.key().id(), false)));
            values.ifPresent(wanted ->
                    mismatch(entry.value().id(), wanted, type(entry.value().id(), entry.optionalEntry())));
        }
    }

    private Optional<CelType> type(long id, boolean optional) {
        Optional<CelType> type = tree.getType(id);
        return optional
                ? type.map(stated -> stated instanceof OptionalType wrapped
                        ? wrapped.parameters().getFirst()
                        : stated)
                : type;
    }

    private boolean mismatch(long id, CelType wanted, Optional<CelType> found) {
        String one = RequestExpressions.shown(wanted);
        String other = found.map(RequestExpressions::shown).orElse(one);
        if (!one.equals(other)) {
            String message = "expected type '%s' but found '%s'".formatted(one, other);
            report(id, message.replace("null_type", "null")); // the one place that calls it so
        }
        return !one.equals(other);
    }

    private static boolean isFormatted(CelNavigableExpr node) {
        Optional<CelNavigableExpr> around = node.parent();
        while (around.isPresent()) {
            CelExpr expression = around.get().expr();
            if (expression.getKind() == Kind.CALL
                    && expression.call().function().equals(FORMAT)) {
                return true;
            }
            around = around.get().parent();
        }
        return false;
    }

    private void report(long id, String message) {
        int place = tree.getSource().getPositionsMap().getOrDefault(id, 0);
        // a number below zero begins at its sign
        boolean signed = place > 0 && tree.getSource().getContent().get(place - 1) == '-';
        int offset = signed ? place - 1 : place;
        tree.getSource()
                .getOffsetLocation(offset)
                .ifPresent(found -> issues.add(CelIssue.formatError(id, found, message)));
    }
}
