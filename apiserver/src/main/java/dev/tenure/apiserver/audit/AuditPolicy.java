package dev.tenure.apiserver.audit;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.Frozen;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which requests are written down, how far, and at which stages: the first rule that matches a request
/// decides, and what none matches is not written down. Pure. Upstream: apiserver/pkg/audit/policy/checker.go.
///
/// @param omitStages left out of all requests
/// @param omitManagedFields whether objects are written without their managedFields where a rule does not say
public record AuditPolicy(List<Rule> rules, Set<AuditStage> omitStages, boolean omitManagedFields) {
    private static final String ALL = "*";

    public AuditPolicy {
        rules = List.copyOf(rules);
        omitStages = Frozen.set(omitStages);
    }

    /// Which requests a rule is about: an empty list asks for nothing.
    ///
    /// @param namespaces an empty name among them stands for objects that lie in none
    /// @param paths of requests that are not about resources; a `*` at the end stands for any rest
    public record Scope(
            List<String> users,
            List<String> groups,
            List<String> verbs,
            List<Resources> resources,
            List<String> namespaces,
            List<String> paths) {
        public Scope {
            users = List.copyOf(users);
            groups = List.copyOf(groups);
            verbs = List.copyOf(verbs);
            resources = List.copyOf(resources);
            namespaces = List.copyOf(namespaces);
            paths = List.copyOf(paths);
        }
    }

    /// Resources of one API group.
    ///
    /// @param resources as `pods`, `pods/log`, `pods/*`, `*/scale` or `*`; empty for all of the group
    /// @param names of objects; empty for all
    public record Resources(String group, List<String> resources, List<String> names) {
        public Resources {
            resources = List.copyOf(resources);
            names = List.copyOf(names);
        }
    }

    /// @param omitManagedFields absent when the policy decides
    public record Rule(AuditLevel level, Scope scope, Set<AuditStage> omitStages, Optional<Boolean> omitManagedFields) {
        public Rule {
            omitStages = Frozen.set(omitStages);
        }
    }

    /// What is written down of a request.
    public record Verdict(AuditLevel level, Set<AuditStage> omitStages, boolean omitManagedFields) {
        public Verdict {
            omitStages = Frozen.set(omitStages);
        }
    }

    /// @param identified whether it is known who sends the request; rules about users match no other
    public Verdict decide(Attributes request, boolean identified) {
        for (Rule rule : rules) {
            if (matches(rule.scope(), request, identified)) {
                EnumSet<AuditStage> omitted = EnumSet.noneOf(AuditStage.class);
                omitted.addAll(omitStages);
                omitted.addAll(rule.omitStages());
                return new Verdict(
                        rule.level(), omitted, rule.omitManagedFields().orElse(omitManagedFields));
            }
        }
        return new Verdict(AuditLevel.NONE, omitStages, omitManagedFields);
    }

    private static boolean matches(Scope scope, Attributes request, boolean identified) {
        if (!scope.users().isEmpty()
                && !(identified && scope.users().contains(request.caller().user()))) {
            return false;
        }
        if (!scope.groups().isEmpty()
                && !(identified && request.caller().groups().stream().anyMatch(scope.groups()::contains))) {
            return false;
        }
        if (!scope.verbs().isEmpty() && !scope.verbs().contains(request.verb())) {
            return false;
        }
        if (!scope.namespaces().isEmpty() || !scope.resources().isEmpty()) {
            return matchesResource(scope, request);
        }
        return scope.paths().isEmpty() || matchesPath(scope, request);
    }

    private static boolean matchesPath(Scope scope, Attributes request) {
        return request.aboutPath() && scope.paths().stream().anyMatch(wanted -> pathMatches(wanted, request.path()));
    }

    private static boolean pathMatches(String wanted, String path) {
        if (wanted.equals(ALL) || wanted.equals(path)) {
            return true;
        }
        return wanted.endsWith(ALL) && path.startsWith(wanted.substring(0, wanted.length() - 1));
    }

    private static boolean matchesResource(Scope scope, Attributes request) {
        if (request.aboutPath()) {
            return false;
        }
        if (!scope.namespaces().isEmpty() && !scope.namespaces().contains(request.namespace())) {
            return false;
        }
        return scope.resources().isEmpty()
                || scope.resources().stream().anyMatch(resources -> matches(resources, request));
    }

    private static boolean matches(Resources wanted, Attributes request) {
        if (!wanted.group().equals(request.group())) {
            return false;
        }
        boolean named = wanted.names().isEmpty() || wanted.names().contains(request.name());
        return wanted.resources().isEmpty()
                || (named && wanted.resources().stream().anyMatch(one -> resourceMatches(one, request)));
    }

    private static boolean resourceMatches(String wanted, Attributes request) {
        if (wanted.equals(ALL) || wanted.equals(request.fullResource())) {
            return true;
        }
        return wanted.equals("*/" + request.subresource()) || wanted.equals(request.resource() + "/*");
    }
}
