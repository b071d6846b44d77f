package dev.tenure.rules.taint;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The term of a taint that is over, one way or another: what a node remembers of it in the annotation
/// [#ANNOTATION], one line each, the latest first.
///
/// @param at when it was over
/// @param who who did it; empty for the controller
public record PastTaintTerm(Instant at, How how, String who, TaintTerm term) {
    /// Where a node keeps them.
    public static final String ANNOTATION = "tenure.dev/past-taint-terms";

    /// A node remembers so many.
    public static final int REMEMBERED_MAX = 10;

    private static final String BETWEEN = " | ";
    private static final int PARTS = 3;

    /// How a term comes to its end.
    public enum How {
        /// Its time was over, and the taint was taken away.
        ENDED("ended"),
        /// Somebody ended it before its time by a command, the taint with it.
        CANCELLED("cancelled"),
        /// Somebody took the taint away before.
        REMOVED("removed"),
        /// The node bears the taint anew or with another value, which is another one's.
        REPLACED("replaced"),
        /// Another term of the same taint goes on.
        OUTLASTED("outlasted");

        private final String word;

        How(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// @return those that can be read, the latest first
    public static List<PastTaintTerm> parse(String annotation) {
        return annotation.lines().flatMap(line -> line(line).stream()).toList();
    }

    private static Optional<PastTaintTerm> line(String line) {
        String[] parts = line.split(" \\| ", PARTS);
        if (parts.length < PARTS) {
            return Optional.empty();
        }
        int by = parts[1].indexOf(" by ");
        String word = by < 0 ? parts[1] : parts[1].substring(0, by);
        String who = by < 0 ? "" : parts[1].substring(by + " by ".length());
        Optional<How> how = Arrays.stream(How.values())
                .filter(each -> each.word.equals(word))
                .findFirst();
        try {
            Instant at = TaintTermParser.time(parts[0]);
            TaintTerm term = TaintTermParser.parse(parts[2]);
            return how.map(known -> new PastTaintTerm(at, known, who, term));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The annotation after these are over, too; what cannot be read in it is forgotten.
    public static String remembering(String annotation, List<PastTaintTerm> ended) {
        var all = new ArrayList<>(ended);
        all.addAll(parse(annotation));
        return Stream.of(all)
                .flatMap(List::stream)
                .limit(REMEMBERED_MAX)
                .map(PastTaintTerm::toString)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        String by = who.isEmpty() ? "" : " by " + who.replace('|', '/');
        return at + BETWEEN + how.word + by + BETWEEN + term;
    }
}
