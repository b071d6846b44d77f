package dev.tenure.wire.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The library's errors in go-yaml's words. Both descend from the same parser, so the places agree; a few texts do not.
final class YamlErrors {
    private YamlErrors() {}

    static YamlException of(YamlEngineException e) {
        return switch (e) {
            case MarkedYamlEngineException marked -> new YamlException("yaml: " + where(marked) + problem(marked), e);
            case ReaderException _ -> new YamlException("yaml: control characters are not allowed", e);
            default -> new YamlException("yaml: " + e.getMessage(), e);
        };
    }

    /// go-yaml counts lines from 0 in errors of its parser, from 1 in those of its scanner, and never names the first.
    private static String where(MarkedYamlEngineException e) {
        int problemLine = line(e.getProblemMark());
        int line = problemLine == 0 ? line(e.getContextMark()) : problemLine + (e instanceof ScannerException ? 1 : 0);
        return line == 0 ? "" : "line " + line + ": ";
    }

    private static int line(Optional<Mark> mark) {
        return mark.map(Mark::getLine).orElse(0);
    }

    private static String problem(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        String context = String.valueOf(e.getContext());
        if (problem.startsWith("mapping values are not allowed")) {
            return "mapping values are not allowed in this context";
        }
        if (problem.startsWith("sequence entries are not allowed")) {
            return "block sequence entries are not allowed in this context";
        }
        if (problem.startsWith("mapping keys are not allowed")) {
            return "mapping keys are not allowed in this context";
        }
        if (problem.startsWith("found character") && problem.contains("cannot start any token")) {
            return "found character that cannot start any token";
        }
        return parserProblem(context, problem);
    }

    private static String parserProblem(String context, String problem) {
        if (problem.startsWith("expected <block end>")) {
            return context.contains("mapping") ? "did not find expected key" : "did not find expected '-' indicator";
        }
        if (problem.startsWith("expected ',' or ']'")) {
            return "did not find expected ',' or ']'";
        }
        if (problem.startsWith("expected ',' or '}'")) {
            return "did not find expected ',' or '}'";
        }
        if (problem.startsWith("expected the node content")) {
            return "did not find expected node content";
        }
        if (problem.startsWith("expected '<document start>'")) {
            return "did not find expected <document start>";
        }
        return problem;
    }
}
