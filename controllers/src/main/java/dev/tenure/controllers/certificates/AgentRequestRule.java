package dev.tenure.controllers.certificates;

import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.tls.SigningRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What agents of nodes may have certificates for. Pure. Upstream: apis/certificates/helpers.go
/// (ValidateKubeletClientCSR, ValidateKubeletServingCSR), controller/certificates/approver/sarapprove.go.
final class AgentRequestRule {
    static final String CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
    static final String SERVING = "kubernetes.io/kubelet-serving";

    private static final String NODE = "system:node:";
    private static final List<String> NODES = List.of("system:nodes");
    private static final String OPTIONAL = "key encipherment";

    private AgentRequestRule() {}

    /// A request as it stands in the API.
    ///
    /// @param user who made it
    /// @param usages what the certificate is to be good for
    public record Asked(String signer, String user, Set<String> usages, SigningRequest content) {
        public Asked {
            usages = Frozen.set(usages);
        }
    }

    /// Whether the signer is one of the two that are answered for here.
    static boolean concerns(String signer) {
        return signer.equals(CLIENT) || signer.equals(SERVING);
    }

    /// The rights of which one lets its maker have it without an administrator's word, in order; none for
    /// what an administrator has to look at.
    ///
    /// A certificate for a server could stand for another machine. What an agent may have is one for its
    /// node's name and nothing else, by which the API server tells it from others; and not where that name is
    /// one of the API server's. Upstream leaves all of them to administrators.
    ///
    /// @param taken names that the API servers answer for, in small letters
    static List<String> rights(Asked asked, Set<String> taken) {
        if (!fits(asked)) {
            return List.of();
        }
        String name = asked.content().subject().name();
        boolean own = asked.user().equals(name);
        if (asked.signer().equals(CLIENT)) {
            return own ? List.of("selfnodeclient", "nodeclient") : List.of("nodeclient");
        }
        String node = name.substring(NODE.length());
        boolean onlyItsName = asked.content().names().equals(List.of(node))
                && asked.content().addresses().isEmpty();
        if (!onlyItsName) {
            return List.of();
        }
        boolean free = !taken.contains(node.toLowerCase(Locale.ROOT));
        return own && free ? List.of("selfnodeserver", "nodeserver") : List.of("nodeserver");
    }

    /// Whether what is asked for is what the signer signs: a node's name and group, and no more uses than an
    /// agent has.
    static boolean fits(Asked asked) {
        SigningRequest content = asked.content();
        boolean serves = asked.signer().equals(SERVING);
        Set<String> needed = Set.of("digital signature", serves ? "server auth" : "client auth");
        boolean used = asked.usages().containsAll(needed)
                && asked.usages().stream().allMatch(each -> needed.contains(each) || each.equals(OPTIONAL));
        boolean hosts = !content.names().isEmpty() || !content.addresses().isEmpty();
        String name = content.subject().name();
        return concerns(asked.signer())
                && used
                && content.subject().groups().equals(NODES)
                && name.startsWith(NODE)
                && name.length() > NODE.length()
                && !content.more()
                && hosts == serves;
    }
}
