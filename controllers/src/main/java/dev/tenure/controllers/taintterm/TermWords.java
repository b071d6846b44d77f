package dev.tenure.controllers.taintterm;

import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.rules.taint.TaintTerm;

/// What Events say of the terms of taints.
final class TermWords {
    private TermWords() {}

    static String set(TaintTerm term) {
        return "Taint %s goes at %s%s".formatted(term.taint(), term.until(), account(term));
    }

    static String moved(TaintTerm before, TaintTerm after) {
        return "Taint %s goes at %s instead of %s%s"
                .formatted(after.taint(), after.until(), before.until(), account(after));
    }

    static String reason(PastTaintTerm.How how) {
        return switch (how) {
            case ENDED -> "TaintTermEnded";
            case CANCELLED -> "TaintTermCancelled";
            case REMOVED, REPLACED, OUTLASTED -> "TaintTermDropped";
        };
    }

    static String over(PastTaintTerm past) {
        String taint = past.term().taint().toString();
        String account = account(past.term());
        return switch (past.how()) {
            case ENDED ->
                "Taint %s was taken away: its time was over at %s%s"
                        .formatted(taint, past.term().until(), account);
            case CANCELLED ->
                "Taint %s was taken away before %s%s%s"
                        .formatted(
                                taint, past.term().until(), past.who().isEmpty() ? "" : " by " + past.who(), account);
            case REMOVED ->
                "Taint %s is not there any more, so nobody takes it away at %s%s"
                        .formatted(taint, past.term().until(), account);
            case REPLACED ->
                "Taint %s was renewed or changed by somebody, so nobody takes it away at %s%s"
                        .formatted(taint, past.term().until(), account);
            case OUTLASTED ->
                "Taint %s stays beyond %s: another term of it goes on%s"
                        .formatted(taint, past.term().until(), account);
        };
    }

    private static String account(TaintTerm term) {
        String account = term.account();
        return account.isEmpty() ? "" : " (%s)".formatted(account);
    }
}
