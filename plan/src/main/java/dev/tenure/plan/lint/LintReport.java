package dev.tenure.plan.lint;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Findings as text for people and for the programs that review changes. Stateless.
public final class LintReport {
    /// Which form.
    public enum Form {
        TEXT,
        JSON,
        YAML,
        SARIF,
        GITHUB,
        JUNIT
    }

    private static final String SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private static final Pattern PLACE = Pattern.compile("/tolerations/\\d");

    private LintReport() {}

    /// @param fixes whether text also tells what to do
    public static String of(List<LintFinding> findings, Form form, boolean fixes) {
        return switch (form) {
            case TEXT -> text(findings, fixes);
            case JSON -> string(json(findings));
            case YAML -> new String(Yaml.write(json(findings)), StandardCharsets.UTF_8);
            case SARIF -> string(sarif(findings));
            case GITHUB -> github(findings);
            case JUNIT -> junit(findings);
        };
    }

    private static String text(List<LintFinding> findings, boolean fixes) {
        Map<LintSubject, Integer> places = new HashMap<>();
        findings.stream()
                .filter(LintReport::namesAPlace)
                .forEach(each -> places.merge(each.subject(), 1, Integer::sum));
        var out = new StringBuilder();
        for (LintFinding each : findings) {
            LintSubject.Where where = each.subject().where();
            out.append("%s: %s: %s: %s [%s %s]%n"
                    .formatted(
                            where.line() > 0 ? where.file() + ":" + where.line() : where.file(),
                            each.severity().word(),
                            each.subject().text(),
                            each.message(),
                            each.check().name(),
                            each.check().label()));
            if (fixes) {
                out.append("    why: %s%n    fix: %s%n"
                        .formatted(
                                each.check().why(),
                                each.fix().isEmpty() ? each.check().remedy() : each.fix()));
                if (namesAPlace(each) && places.getOrDefault(each.subject(), 0) > 1) {
                    out.append("    note: other fixes of this object change places too: lint again after each%n"
                            .formatted());
                }
            }
        }
        return out.append("%d found%n".formatted(findings.size())).toString();
    }

    /// Whether a fix is about an element of a list by its place.
    private static boolean namesAPlace(LintFinding finding) {
        return PLACE.matcher(finding.fix()).find();
    }

    private static ObjectNode json(List<LintFinding> findings) {
        ObjectNode root = Json.object().put("apiVersion", "tenure.dev/v1alpha1").put("kind", "LintReport");
        ArrayNode all = root.putArray("findings");
        for (LintFinding each : findings) {
            LintSubject subject = each.subject();
            all.addObject()
                    .put("rule", each.check().name())
                    .put("name", each.check().label())
                    .put("severity", each.severity().word())
                    .put("kind", subject.kind())
                    .put("namespace", subject.namespace())
                    .put("object", subject.name())
                    .put("file", subject.where().file())
                    .put("line", subject.where().line())
                    .put("message", each.message())
                    .put("why", each.check().why())
                    .put("remedy", each.check().remedy())
                    .put("fix", each.fix());
        }
        return root;
    }

    private static ObjectNode sarif(List<LintFinding> findings) {
        ObjectNode root = Json.object().put("$schema", SARIF_SCHEMA).put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "tenure lint");
        ArrayNode rules = driver.putArray("rules");
        for (LintCheck check : LintCheck.values()) {
            ObjectNode rule = rules.addObject().put("id", check.name()).put("name", check.label());
            rule.putObject("shortDescription").put("text", check.what());
            rule.putObject("fullDescription").put("text", check.why());
            rule.putObject("help").put("text", check.remedy());
        }
        ArrayNode results = run.putArray("results");
        for (LintFinding each : findings) {
            ObjectNode result =
                    results.addObject().put("ruleId", each.check().name()).put("level", level(each, "note"));
            result.putObject("message").put("text", each.subject().text() + ": " + each.message());
            ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
            place.putObject("artifactLocation")
                    .put("uri", each.subject().where().file());
            place.putObject("region")
                    .put("startLine", Math.max(1, each.subject().where().line()));
        }
        return root;
    }

    private static String level(LintFinding finding, String least) {
        return finding.severity() == LintSeverity.INFO
                ? least
                : finding.severity().word();
    }

    private static String github(List<LintFinding> findings) {
        var out = new StringBuilder();
        for (LintFinding each : findings) {
            LintSubject.Where where = each.subject().where();
            out.append("::%s file=%s,line=%d,title=%s::%s%n"
                    .formatted(
                            level(each, "notice"),
                            property(where.file()),
                            Math.max(1, where.line()),
                            property(each.check().name() + " " + each.check().label()),
                            escaped(each.subject().text() + ": " + each.message())));
        }
        return out.toString();
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return escaped(text).replace(":", "%3A").replace(",", "%2C");
    }

    private static String junit(List<LintFinding> findings) {
        var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuite name=\"tenure lint\" tests=\"%d\" failures=\"%d\">%n"
                .formatted(Math.max(1, findings.size()), findings.size()));
        if (findings.isEmpty()) {
            out.append("  <testcase classname=\"tenure lint\" name=\"nothing found\"/>\n");
        }
        for (LintFinding each : findings) {
            out.append("  <testcase classname=\"%s\" name=\"%s\"><failure type=\"%s\" message=\"%s\"/></testcase>%n"
                    .formatted(
                            each.check().name(),
                            xml(each.subject().text()),
                            each.severity().word(),
                            xml(each.message())));
        }
        return out.append("</testsuite>\n").toString();
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /// A form by the word that a user types.
    ///
    /// @throws IllegalArgumentException when it is none
    public static Form form(String word) {
        return Form.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static String string(ObjectNode root) {
        return PrettyJson.write(root) + System.lineSeparator();
    }
}
