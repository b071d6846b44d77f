package dev.tenure.kinds.expression.library;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.FieldSelector;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.model.meta.SelectorSyntaxException;
import java.util.List;
import java.util.Map;

/// A question to the authorizer, as an expression puts it together: what may this caller do? Upstream:
/// apiserver/pkg/cel/library/authz.go.
public record AccessQuestion(Authorizer authorizer, Caller caller) {
    private static final String ANY_VERSION = "*";

    /// About the place that a request is sent to.
    ///
    /// @param target whose version does not count
    public OfResource about(Target target) {
        return new OfResource(
                this,
                new Target(
                        target.group(),
                        ANY_VERSION,
                        target.resource(),
                        target.namespace(),
                        target.name(),
                        target.subresource()),
                FieldSelector.EVERYTHING);
    }

    OfPath path(String path) {
        if (GoSpace.isBlank(path)) {
            throw new IllegalArgumentException("path must not be empty");
        }
        return new OfPath(this, path);
    }

    OfGroup group(String group) {
        return new OfGroup(this, group);
    }

    AccessQuestion serviceAccount(String namespace, String name) {
        if (!Names.dnsSubdomain(name).isEmpty()) {
            throw new IllegalArgumentException("Invalid service account name");
        }
        if (!Names.dnsLabel(namespace).isEmpty()) {
            throw new IllegalArgumentException("Invalid service account namespace");
        }
        var account = new Caller(
                "system:serviceaccount:" + namespace + ":" + name,
                "",
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace),
                Map.of(),
                "");
        return new AccessQuestion(authorizer, account);
    }

    record OfPath(AccessQuestion question, String path) {
        Decision check(String verb) {
            return question.authorizer().decide(Attributes.ofPath(question.caller(), verb, path));
        }
    }

    record OfGroup(AccessQuestion question, String group) {
        OfResource resource(String resource) {
            if (GoSpace.isBlank(resource)) {
                throw new IllegalArgumentException("resource must not be empty");
            }
            return question.about(new Target(group, ANY_VERSION, resource, "", "", ""));
        }
    }

    /// @param fields what a list selects
    public record OfResource(AccessQuestion question, Target target, FieldSelector fields) {
        OfResource subresource(String name) {
            return at(new Target(
                    target.group(), ANY_VERSION, target.resource(), target.namespace(), target.name(), name));
        }

        OfResource namespace(String name) {
            return at(new Target(
                    target.group(), ANY_VERSION, target.resource(), name, target.name(), target.subresource()));
        }

        OfResource name(String name) {
            return at(new Target(
                    target.group(), ANY_VERSION, target.resource(), target.namespace(), name, target.subresource()));
        }

        private OfResource at(Target other) {
            return new OfResource(question, other, fields);
        }

        /// A selector that cannot be read selects nothing.
        OfResource fields(String selector) {
            try {
                return new OfResource(question, target, FieldSelector.parse(selector));
            } catch (SelectorSyntaxException _) {
                return new OfResource(question, target, FieldSelector.EVERYTHING);
            }
        }

        Decision check(String verb) {
            Target t = target;
            return question.authorizer()
                    .decide(new Attributes(
                            question.caller(),
                            verb,
                            t.group(),
                            t.version(),
                            t.resource(),
                            t.subresource(),
                            t.namespace(),
                            t.name(),
                            "",
                            fields));
        }
    }
}
