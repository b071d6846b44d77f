package dev.tenure.apiserver.flowcontrol;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Set;

/// Requests of some callers for some resources and paths. Upstream: apiserver/pkg/util/flowcontrol/rule.go.
record FlowRule(List<Subject> subjects, List<Resources> resources, List<Paths> paths) {
    private static final String ALL = "*";
    private static final String ACCOUNT = "system:serviceaccount:";

    FlowRule {
        subjects = List.copyOf(subjects);
        resources = List.copyOf(resources);
        paths = List.copyOf(paths);
    }

    /// Who sends a request.
    sealed interface Subject {
        boolean matches(Caller caller);

        /// @param name of a user, or `*` for everybody
        record User(String name) implements Subject {
            @Override
            public boolean matches(Caller caller) {
                return name.equals(ALL) || name.equals(caller.user());
            }
        }

        /// @param name of a group, or `*` for everybody
        record Group(String name) implements Subject {
            @Override
            public boolean matches(Caller caller) {
                return name.equals(ALL) || caller.groups().contains(name);
            }
        }

        /// @param name of an account in the namespace, or `*` for all of them
        record ServiceAccount(String namespace, String name) implements Subject {
            @Override
            public boolean matches(Caller caller) {
                String all = ACCOUNT + namespace + ":";
                return name.equals(ALL)
                        ? caller.user().startsWith(all)
                        : caller.user().equals(all + name);
            }
        }
    }

    /// @param names as in rules of roles, with a slash before a subresource
    /// @param cluster whether requests without a namespace count
    record Resources(
            Set<String> verbs, Set<String> groups, Set<String> names, boolean cluster, Set<String> namespaces) {
        boolean matches(Attributes request) {
            return contains(verbs, request.verb())
                    && contains(names, request.fullResource())
                    && contains(groups, request.group())
                    && (request.namespace().isEmpty() ? cluster : contains(namespaces, request.namespace()));
        }
    }

    /// @param urls paths, which may end with `*`; what lies below a path counts too
    record Paths(Set<String> verbs, Set<String> urls) {
        boolean matches(Attributes request) {
            return contains(verbs, request.verb()) && urls.stream().anyMatch(url -> matches(url, request.path()));
        }

        private static boolean matches(String url, String path) {
            if (url.equals(ALL) || url.equals(path)) {
                return true;
            }
            String below = url.endsWith(ALL) ? url.substring(0, url.length() - 1) : url;
            return path.startsWith(below.endsWith("/") ? below : below + "/");
        }
    }

    static FlowRule of(JsonNode rule) {
        return new FlowRule(
                rule.path("subjects").valueStream().map(FlowRule::subject).toList(),
                rule.path("resourceRules")
                        .valueStream()
                        .map(each -> new Resources(
                                texts(each, "verbs"),
                                texts(each, "apiGroups"),
                                texts(each, "resources"),
                                each.path("clusterScope").asBoolean(false),
                                texts(each, "namespaces")))
                        .toList(),
                rule.path("nonResourceRules")
                        .valueStream()
                        .map(each -> new Paths(texts(each, "verbs"), texts(each, "nonResourceURLs")))
                        .toList());
    }

    private static Subject subject(JsonNode subject) {
        return switch (subject.path("kind").asText()) {
            case "User" -> new Subject.User(subject.at("/user/name").asText());
            case "Group" -> new Subject.Group(subject.at("/group/name").asText());
            default ->
                new Subject.ServiceAccount(
                        subject.at("/serviceAccount/namespace").asText(),
                        subject.at("/serviceAccount/name").asText());
        };
    }

    private static Set<String> texts(JsonNode rule, String field) {
        return Frozen.set(rule.path(field).valueStream().map(JsonNode::asText).toList());
    }

    private static boolean contains(Set<String> words, String word) {
        return words.contains(ALL) || words.contains(word);
    }

    boolean matches(Attributes request) {
        if (subjects.stream().noneMatch(subject -> subject.matches(request.caller()))) {
            return false;
        }
        return request.aboutPath()
                ? paths.stream().anyMatch(rule -> rule.matches(request))
                : resources.stream().anyMatch(rule -> rule.matches(request));
    }
}
