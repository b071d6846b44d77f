package dev.tenure.plan.lint;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What was found, in the forms of programs that review changes: SARIF 2.1.0, annotations of GitHub, JUnit's
/// XML. Stateless.
public final class ReviewForms {
    private static final String SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private ReviewForms() {}

    /// A finding as far as these forms tell it.
    ///
    /// @param rule by which it can be switched off
    /// @param title the rule in words; the rule itself where it has none
    /// @param line from 1 on; 0 when it is not known
    /// @param subject what it is about
    public record Remark(
            String rule, String title, LintSeverity severity, String file, int line, String subject, String message) {}

    /// @param rules `tool.driver.rules`; may be empty
    public static ObjectNode sarif(ArrayNode rules, List<Remark> remarks) {
        ObjectNode root = Json.object().put("$schema", SARIF_SCHEMA).put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        run.putObject("tool").putObject("driver").put("name", "tenure lint").set("rules", rules);
        ArrayNode results = run.putArray("results");
        for (Remark each : remarks) {
            ObjectNode result = results.addObject().put("ruleId", each.rule()).put("level", level(each, "note"));
            result.putObject("message").put("text", each.subject() + ": " + each.message());
            ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
            place.putObject("artifactLocation").put("uri", each.file());
            place.putObject("region").put("startLine", Math.max(1, each.line()));
        }
        return root;
    }

    private static String level(Remark remark, String least) {
        return remark.severity() == LintSeverity.INFO
                ? least
                : remark.severity().word();
    }

    /// A line for each, which GitHub shows at the line of the file.
    public static String github(List<Remark> remarks) {
        var out = new StringBuilder();
        for (Remark each : remarks) {
            out.append("::%s file=%s,line=%d,title=%s::%s%n"
                    .formatted(
                            level(each, "notice"),
                            property(each.file()),
                            Math.max(1, each.line()),
                            property(each.title()),
                            escaped(each.subject() + ": " + each.message())));
        }
        return out.toString();
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return escaped(text).replace(":", "%3A").replace(",", "%2C");
    }

    /// Each is a case that fails; without any, one case passes.
    public static String junit(List<Remark> remarks) {
        var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuite name=\"tenure lint\" tests=\"%d\" failures=\"%d\">%n"
                .formatted(Math.max(1, remarks.size()), remarks.size()));
        if (remarks.isEmpty()) {
            out.append("  <testcase classname=\"tenure lint\" name=\"nothing found\"/>\n");
        }
        for (Remark each : remarks) {
            out.append("  <testcase classname=\"%s\" name=\"%s\"><failure type=\"%s\" message=\"%s\"/></testcase>%n"
                    .formatted(each.rule(), xml(each.subject()), each.severity().word(), xml(each.message())));
        }
        return out.append("</testsuite>\n").toString();
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
