package dev.tenure.kinds.node;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.NodeIdentity;
import dev.tenure.apiserver.authz.PolicyRule;
import dev.tenure.kinds.node.NodeRelations.Related;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lets the agent of a node read what the pods of its node need and write what is its own. Whoever is no
/// agent gets no opinion. What the authoriser cannot see, the content of a body, NodeRestriction checks in
/// admission.
///
/// Whether an object belongs to a node is asked of the store when somebody asks for it ([NodeRelations]):
/// there is no graph to be kept up to date, and a pod that is bound counts at once. Upstream:
/// plugin/pkg/auth/authorizer/node/node_authorizer.go.
public final class NodeAuthorizer implements Authorizer {
    private static final String LEASES = "kube-node-lease";
    private static final Set<String> READING = Set.of("get", "list", "watch");
    private static final Set<String> OWN_OBJECT = Set.of("get", "create", "update", "patch", "delete");
    private static final Decision ALLOWED = new Decision.Allow("");
    private static final Decision NO_OPINION = new Decision.Refuse("");

    private final NodeRelations relations;
    private final List<PolicyRule> rules;

    /// @param rules what all agents alike may do with resources that are not divided among nodes
    public NodeAuthorizer(NodeRelations relations, List<PolicyRule> rules) {
        this.relations = relations;
        this.rules = List.copyOf(rules);
    }

    @Override
    public Decision decide(Attributes a) {
        Optional<String> node = NodeIdentity.of(a.caller());
        if (node.isEmpty()) {
            return NO_OPINION;
        }
        if (node.get().isEmpty()) {
            return new Decision.Refuse(
                    "unknown node for user \"%s\"".formatted(a.caller().user()));
        }
        return a.aboutPath() ? byRules(a) : ofResource(node.get(), a);
    }

    private Decision ofResource(String node, Attributes a) {
        return switch (a.group() + "/" + a.resource()) {
            case "/nodes" -> node(node, a);
            case "/pods" -> pod(node, a);
            case "/serviceaccounts" -> serviceAccount(node, a);
            case "coordination.k8s.io/leases" -> lease(node, a);
            case "storage.k8s.io/csinodes" -> csiNode(node, a);
            case "resource.k8s.io/resourceslices" -> slice(node, a);
            default -> ofNeeded(node, a);
        };
    }

    /// What pods need, and what is not divided among nodes.
    private Decision ofNeeded(String node, Attributes a) {
        return switch (a.group() + "/" + a.resource()) {
            case "/secrets" -> readNamespaced(node, Related.SECRET, a);
            case "/configmaps" -> readNamespaced(node, Related.CONFIG_MAP, a);
            case "/persistentvolumeclaims" ->
                a.subresource().equals("status")
                        ? claimStatus(node, a)
                        : getOnly(node, Related.PERSISTENT_VOLUME_CLAIM, a);
            case "/persistentvolumes" -> getOnly(node, Related.PERSISTENT_VOLUME, a);
            case "resource.k8s.io/resourceclaims" -> getOnly(node, Related.RESOURCE_CLAIM, a);
            case "storage.k8s.io/volumeattachments" -> getOnly(node, Related.VOLUME_ATTACHMENT, a);
            case "certificates.k8s.io/podcertificaterequests" -> NO_OPINION;
            default -> byRules(a);
        };
    }

    private Decision byRules(Attributes a) {
        return rules.stream().anyMatch(rule -> rule.allows(a)) ? ALLOWED : NO_OPINION;
    }

    private Decision readNamespaced(String node, Related kind, Attributes a) {
        if (!READING.contains(a.verb())) {
            return new Decision.Refuse("can only read resources of this type");
        }
        if (!a.subresource().isEmpty()) {
            return new Decision.Refuse("cannot read subresource");
        }
        if (a.namespace().isEmpty()) {
            return new Decision.Refuse("can only read namespaced object of this type");
        }
        return related(node, kind, a);
    }

    private Decision getOnly(String node, Related kind, Attributes a) {
        if (!a.verb().equals("get")) {
            return new Decision.Refuse("can only get individual resources of this type");
        }
        if (!a.subresource().isEmpty()) {
            return new Decision.Refuse("cannot get subresource");
        }
        return related(node, kind, a);
    }

    private Decision claimStatus(String node, Attributes a) {
        boolean writes = a.verb().equals("update") || a.verb().equals("patch");
        return writes
                ? related(node, Related.PERSISTENT_VOLUME_CLAIM, a)
                : new Decision.Refuse("can only get/update/patch this type");
    }

    private Decision related(String node, Related kind, Attributes a) {
        if (a.name().isEmpty()) {
            return new Decision.Refuse("No Object name found");
        }
        return relations.belongs(node, kind, a.namespace(), a.name())
                ? ALLOWED
                : new Decision.Refuse("no relationship found between node '%s' and this object".formatted(node));
    }

    private Decision serviceAccount(String node, Attributes a) {
        if (a.verb().equals("get") && a.subresource().isEmpty()) {
            return readNamespaced(node, Related.SERVICE_ACCOUNT, a);
        }
        if (!a.verb().equals("create") || a.name().isEmpty()) {
            return new Decision.Refuse("can only create tokens for individual service accounts");
        }
        if (!a.subresource().equals("token")) {
            return new Decision.Refuse("can only create token subresource of serviceaccount");
        }
        return related(node, Related.SERVICE_ACCOUNT, a);
    }

    private static Decision lease(String node, Attributes a) {
        if (!OWN_OBJECT.contains(a.verb())) {
            return new Decision.Refuse("can only get, create, update, patch, or delete a node lease");
        }
        if (!a.namespace().equals(LEASES)) {
            return new Decision.Refuse("can only access leases in the \"%s\" system namespace".formatted(LEASES));
        }
        return ownName(node, a, "can only access node lease with the same name as the requesting node");
    }

    private static Decision csiNode(String node, Attributes a) {
        if (!OWN_OBJECT.contains(a.verb())) {
            return new Decision.Refuse("can only get, create, update, patch, or delete a CSINode");
        }
        if (!a.subresource().isEmpty()) {
            return new Decision.Refuse("cannot authorize CSINode subresources");
        }
        return ownName(node, a, "can only access CSINode with the same name as the requesting node");
    }

    /// The name of what is created stands in the body, where NodeRestriction looks at it.
    private static Decision ownName(String node, Attributes a, String refusal) {
        return a.verb().equals("create") || a.name().equals(node) ? ALLOWED : new Decision.Refuse(refusal);
    }

    private Decision slice(String node, Attributes a) {
        if (!a.subresource().isEmpty()) {
            return new Decision.Refuse("cannot authorize ResourceSlice subresources");
        }
        return switch (a.verb()) {
            case "create" -> ALLOWED;
            case "get", "update", "patch", "delete" -> related(node, Related.RESOURCE_SLICE, a);
            case "watch", "list", "deletecollection" ->
                selects(a, "spec.nodeName", node)
                        ? ALLOWED
                        : new Decision.Refuse(
                                "can only list/watch/deletecollection resourceslices with nodeName field selector");
            default ->
                new Decision.Refuse("only the following verbs are allowed for a ResourceSlice: get, watch, list,"
                        + " create, update, patch, delete, deletecollection");
        };
    }

    /// The name is compared, not looked up, so that an agent can ask for its node before it has made it.
    private static Decision node(String node, Attributes a) {
        if (a.subresource().equals("status")) {
            return a.verb().equals("update") || a.verb().equals("patch") ? ALLOWED : NO_OPINION;
        }
        if (!a.subresource().isEmpty()) {
            return NO_OPINION;
        }
        return switch (a.verb()) {
            case "create", "update", "patch" -> ALLOWED;
            case "get", "list", "watch" -> readNode(node, a.name());
            default -> NO_OPINION;
        };
    }

    private static Decision readNode(String node, String name) {
        if (name.equals(node)) {
            return ALLOWED;
        }
        return new Decision.Refuse(
                name.isEmpty()
                        ? "node '%s' cannot read all nodes, only its own Node object".formatted(node)
                        : "node '%s' cannot read '%s', only its own Node object".formatted(node, name));
    }

    private Decision pod(String node, Attributes a) {
        return switch (a.subresource()) {
            case "" -> podItself(node, a);
            case "status" -> a.verb().equals("update") || a.verb().equals("patch") ? ALLOWED : NO_OPINION;
            case "eviction" -> a.verb().equals("create") ? ALLOWED : NO_OPINION;
            default -> NO_OPINION;
        };
    }

    private Decision podItself(String node, Attributes a) {
        return switch (a.verb()) {
            case "get" -> getOnly(node, Related.POD, a);
            case "list", "watch" -> {
                if (selects(a, "spec.nodeName", node)) {
                    yield ALLOWED;
                }
                yield a.name().isEmpty()
                        ? new Decision.Refuse("can only list/watch pods with spec.nodeName field selector")
                        : related(node, Related.POD, a);
            }
            case "create", "delete" -> ALLOWED;
            default -> NO_OPINION;
        };
    }

    private static boolean selects(Attributes a, String field, String value) {
        return a.fields().exactly(field).filter(value::equals).isPresent();
    }
}
