package dev.tenure.wire.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/// The library's errors in go-yaml's words. Both descend from the same parser, so the places agree; a few
/// texts do not.
final class YamlErrors {
    /// The library's texts, by how they begin.
    private static final Map<String, String> WORDS = words();

    private YamlErrors() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("mapping values are not allowed", "mapping values are not allowed in this context");
        words.put("sequence entries are not allowed", "block sequence entries are not allowed in this context");
        words.put("mapping keys are not allowed", "mapping keys are not allowed in this context");
        words.put("found character '", "found character that cannot start any token");
        words.put("expected ',' or ']'", "did not find expected ',' or ']'");
        words.put("expected ',' or '}'", "did not find expected ',' or '}'");
        words.put("expected the node content", "did not find expected node content");
        words.put("expected '<document start>'", "did not find expected <document start>");
        words.put("found incompatible YAML document", "found incompatible YAML document");
        words.put("found unknown escape character", "found unknown escape character");
        words.put("expected escape sequence", "did not find expected hexdecimal number");
        words.put("expected chomping or indentation", "did not find expected comment or line break");
        words.put("expected a comment or a line break", "did not find expected comment or line break");
        words.put("expected indentation indicator in the range", "found an indentation indicator equal to 0");
        words.put("unexpected character found", "did not find expected alphabetic or numeric character");
        words.put("expected alphabetic or numeric", "did not find expected alphabetic or numeric character");
        words.put("expected URI", "did not find expected tag URI");
        words.put("found undefined tag handle", "found undefined tag handle");
        words.put("found duplicate", "found duplicate %YAML directive");
        return words;
    }

    static YamlException of(YamlEngineException e, String text) {
        return switch (e) {
            case MarkedYamlEngineException marked ->
                new YamlException("yaml: " + where(marked, text) + problem(marked), e);
            case ReaderException _ -> new YamlException("yaml: control characters are not allowed", e);
            case YamlVersionException _ -> new YamlException("yaml: found incompatible YAML document", e);
            default -> new YamlException("yaml: " + e.getMessage(), e);
        };
    }

    /// go-yaml counts lines from 0 in errors of its parser, from 1 in those of its scanner, and never names
    /// the first.
    private static String where(MarkedYamlEngineException e, String text) {
        int problemLine = line(e.getProblemMark());
        if (e instanceof ScannerException) {
            problemLine += problemLine == 0 ? 0 : 1;
        } else if (e.getProblemMark().filter(mark -> endsLine(mark, text)).isPresent()) {
            problemLine++;
        }
        int line = problemLine == 0 ? line(e.getContextMark()) : problemLine;
        return line == 0 ? "" : "line " + line + ": ";
    }

    /// go-yaml's parser ends the last line, if nothing else does, before it comes to the end of the text.
    private static boolean endsLine(Mark mark, String text) {
        return mark.getColumn() > 0 && mark.getIndex() >= text.codePointCount(0, text.length());
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0);
    }

    private static String problem(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        String context = String.valueOf(e.getContext());
        if (problem.startsWith("expected <block end>")) {
            return context.contains("mapping") ? "did not find expected key" : "did not find expected '-' indicator";
        }
        if (context.contains("directive")) {
            return directive(context, problem);
        }
        return WORDS.entrySet().stream()
                .filter(word -> problem.startsWith(word.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(problem);
    }

    private static String directive(String context, String problem) {
        if (problem.startsWith("expected alphabetic")) {
            return "could not find expected directive name";
        }
        if (context.contains("%YAML") || problem.startsWith("expected a digit")) {
            return "did not find expected version number";
        }
        return problem.contains("URI") ? "did not find expected tag URI" : problem;
    }
}
