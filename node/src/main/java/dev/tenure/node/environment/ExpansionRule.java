package dev.tenure.node.environment;

import java.util.Map;

/// Replaces `$(NAME)` by the value of a variable. `$$(NAME)` stands for the text `$(NAME)`; an unknown
/// variable stays as it is written. Upstream: third_party/forked/golang/expansion.
public final class ExpansionRule {
    private ExpansionRule() {}

    public static String expand(String text, Map<String, String> variables) {
        var out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '$' || at + 1 == text.length()) {
                out.append(c);
                at++;
                continue;
            }
            char next = text.charAt(at + 1);
            int end = text.indexOf(')', at);
            if (next == '$') {
                out.append('$');
                at += 2;
            } else if (next == '(' && end > 0) {
                String name = text.substring(at + 2, end);
                String value = variables.get(name);
                out.append(value == null ? text.substring(at, end + 1) : value);
                at = end + 1;
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }
}
