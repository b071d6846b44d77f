package dev.tenure.kubelet.lint;

import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.model.core.ResourceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Everything that is found in one document of a file: its mistakes, and what is likely no intention.
public final class KubeletFileLint {
    /// Mistakes after which nothing more can be said.
    private static final Set<String> UNREADABLE = Set.of("wrong-type", "invalid-value", "invalid-reservation");

    private KubeletFileLint() {}

    /// In the order of lines; the other arguments are those of [KubeletLintRule#check].
    public static List<Finding.Placed> check(
            KubeletFile.Part part, ResourceList capacity, List<GrowthRule.Sample> memory) {
        var findings = new ArrayList<Finding.Placed>();
        if (part.number() > 1) {
            Finding finding = Finding.warning("document-ignored", "document " + part.number(), KubeletFile.IGNORED);
            findings.add(new Finding.Placed(part.places().line(), finding));
        }
        part.mistakes().forEach(each -> findings.add(new Finding.Placed(each.line(), Finding.of(each.mistake()))));
        boolean readable = part.mistakes().stream()
                .noneMatch(each -> UNREADABLE.contains(each.mistake().rule()));
        part.configuration()
                .filter(_ -> readable)
                .map(configuration -> KubeletLintRule.check(configuration, capacity, memory))
                .orElse(List.of())
                .forEach(each -> findings.add(new Finding.Placed(part.places().lineOf(each.field()), each)));
        findings.sort(Comparator.comparingInt(Finding.Placed::line));
        return List.copyOf(findings);
    }
}
