package dev.tenure.launch.plan;

import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.lint.Finding;
import dev.tenure.plan.lint.LintReport;
import dev.tenure.plan.lint.LintSeverity;
import dev.tenure.plan.lint.ReviewForms;
import dev.tenure.plan.lint.ReviewForms.Remark;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// What was found in KubeletConfiguration files, as text for people and for programs. Stateless.
final class KubeletLintReport {
    private static final String KIND = "KubeletLintReport";

    private KubeletLintReport() {}

    /// One document, and what was found in it.
    record Checked(Path file, KubeletFile.Part part, List<Finding.Placed> findings) {}

    /// @param files how many were looked at; each has one document or more
    static String of(List<Checked> checked, int files, LintReport.Form form) {
        return switch (form) {
            case TEXT -> text(checked, files);
            case JSON -> PrettyJson.write(json(checked)) + '\n';
            case YAML -> new String(Yaml.write(json(checked)), StandardCharsets.UTF_8);
            case SARIF -> PrettyJson.write(ReviewForms.sarif(rules(checked), remarks(checked))) + '\n';
            case GITHUB -> ReviewForms.github(remarks(checked));
            case JUNIT -> ReviewForms.junit(remarks(checked));
        };
    }

    /// On the scale of all findings.
    static LintSeverity severity(Finding finding) {
        return switch (finding.severity()) {
            case WARNING -> LintSeverity.WARNING;
            case ERROR -> LintSeverity.ERROR;
        };
    }

    private static String text(List<Checked> checked, int files) {
        var out = new StringBuilder();
        checked.forEach(each -> each.findings()
                .forEach(found -> out.append("%s:%d: %s: %s: %s [%s]%n"
                        .formatted(
                                each.file(),
                                found.line(),
                                found.finding().severity().word(),
                                found.finding().field(),
                                found.finding().message(),
                                found.finding().rule()))));
        long count = checked.stream().mapToLong(each -> each.findings().size()).sum();
        return out.append("%d found in %d file%s%n".formatted(count, files, files == 1 ? "" : "s"))
                .toString();
    }

    private static List<Remark> remarks(List<Checked> checked) {
        return checked.stream()
                .flatMap(each -> each.findings().stream()
                        .map(found -> new Remark(
                                found.finding().rule(),
                                found.finding().rule(),
                                severity(found.finding()),
                                each.file().toString(),
                                found.line(),
                                found.finding().field(),
                                found.finding().message())))
                .toList();
    }

    /// Those that were broken: their names say what they are about.
    private static ArrayNode rules(List<Checked> checked) {
        ArrayNode rules = Json.array();
        checked.stream()
                .flatMap(each -> each.findings().stream())
                .map(found -> found.finding().rule())
                .distinct()
                .sorted()
                .forEach(rule -> rules.addObject().put("id", rule));
        return rules;
    }

    private static ObjectNode json(List<Checked> checked) {
        ObjectNode root =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", KIND);
        ArrayNode list = root.putArray("files");
        for (Checked each : checked) {
            ObjectNode entry = list.addObject()
                    .put("file", each.file().toString())
                    .put("document", each.part().number());
            ObjectNode hard = entry.putObject("effectiveEvictionHard");
            each.part()
                    .configuration()
                    .ifPresent(
                            configuration -> configuration.thresholds().hard().forEach(hard::put));
            ArrayNode all = entry.putArray("findings");
            each.findings()
                    .forEach(found -> all.addObject()
                            .put("severity", found.finding().severity().word())
                            .put("rule", found.finding().rule())
                            .put("line", found.line())
                            .put("field", found.finding().field())
                            .put("message", found.finding().message()));
        }
        return root;
    }
}
