package dev.tenure.plan.lint;

import dev.tenure.plan.lint.ReviewForms.Remark;
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

    private static final Pattern PLACE = Pattern.compile("/tolerations/\\d");

    private LintReport() {}

    /// @param fixes whether text also tells what to do
    public static String of(List<LintFinding> findings, Form form, boolean fixes) {
        return switch (form) {
            case TEXT -> text(findings, fixes);
            case JSON -> string(json(findings));
            case YAML -> new String(Yaml.write(json(findings)), StandardCharsets.UTF_8);
            case SARIF -> string(ReviewForms.sarif(rules(), remarks(findings)));
            case GITHUB -> ReviewForms.github(remarks(findings));
            case JUNIT -> ReviewForms.junit(remarks(findings));
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

    private static ArrayNode rules() {
        ArrayNode rules = Json.array();
        for (LintCheck check : LintCheck.values()) {
            ObjectNode rule = rules.addObject().put("id", check.name()).put("name", check.label());
            rule.putObject("shortDescription").put("text", check.what());
            rule.putObject("fullDescription").put("text", check.why());
            rule.putObject("help").put("text", check.remedy());
        }
        return rules;
    }

    private static List<Remark> remarks(List<LintFinding> findings) {
        return findings.stream()
                .map(each -> new Remark(
                        each.check().name(),
                        each.check().name() + " " + each.check().label(),
                        each.severity(),
                        each.subject().where().file(),
                        each.subject().where().line(),
                        each.subject().text(),
                        each.message()))
                .toList();
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
