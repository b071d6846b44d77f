package dev.tenure.plan.lint;

import java.util.Locale;
import java.util.Set;

/// The object that a finding is about.
///
/// @param namespace empty for objects of the whole cluster
/// @param ignored ids of rules that its annotation switches off
record LintSubject(String kind, String namespace, String name, Where where, Set<String> ignored) {
    /// Where the object was read.
    ///
    /// @param file or the address of a server
    /// @param line from 1; 0 when unknown
    public record Where(String file, int line) {}

    public LintSubject {
        ignored = Set.copyOf(ignored);
    }

    /// `Deployment shop/web`.
    public String text() {
        return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }

    /// The kubectl command that changes it, for example `kubectl patch deployment web -n shop`.
    public String patch() {
        String scope = namespace.isEmpty() ? "" : " -n " + namespace;
        return "kubectl patch %s %s%s".formatted(kind.toLowerCase(Locale.ROOT), name, scope);
    }
}
