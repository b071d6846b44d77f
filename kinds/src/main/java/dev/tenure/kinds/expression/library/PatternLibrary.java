package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;
import static dev.tenure.kinds.expression.library.Functions.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.types.ListType;
import dev.tenure.apiserver.registry.field.GoPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a pattern finds in a text, in time that is linear in the text. Upstream:
/// apiserver/pkg/cel/library/regex.go.
final class PatternLibrary {
    private PatternLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of());
        ListType texts = ListType.create(TEXT);
        all.member("find", "string_find_string", TEXT, in -> find(text(in[0]), text(in[1])), TEXT, TEXT);
        all.member("findAll", "string_find_all_string", texts, in -> findAll(text(in[0]), text(in[1]), -1), TEXT, TEXT);
        all.member(
                "findAll",
                "string_find_all_string_int",
                texts,
                in -> findAll(text(in[0]), text(in[1]), (Long) in[2]),
                TEXT,
                TEXT,
                WHOLE);
        return all;
    }

    private static Pattern compile(String expression) {
        try {
            return GoPattern.compile(expression);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Illegal regex: " + e.getMessage(), e);
        }
    }

    private static String find(String text, String expression) {
        Matcher matcher = compile(expression).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    /// As Go finds them: nothing is found empty where the one before ended.
    ///
    /// @param max below zero is without bound
    private static List<String> findAll(String text, String expression, long max) {
        List<String> found = new ArrayList<>();
        Matcher matcher = compile(expression).matcher(text);
        int before = -1;
        while ((max < 0 || found.size() < max) && matcher.find()) {
            if (matcher.end() > matcher.start() || matcher.start() != before) {
                found.add(matcher.group());
            }
            before = matcher.end();
        }
        return found;
    }
}
