package dev.tenure.kinds;

import static dev.tenure.apiserver.registry.SelectableField.field;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.Subresource;
import java.util.List;

/// Who may do what.
final class AccessKinds {
    static final List<KindEntry> ALL = List.of(
            KindEntry.cluster("authentication.k8s.io/v1", "selfsubjectreviews", "SelfSubjectReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("authentication.k8s.io/v1", "tokenreviews", "TokenReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.namespaced("authorization.k8s.io/v1", "localsubjectaccessreviews", "LocalSubjectAccessReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("authorization.k8s.io/v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("authorization.k8s.io/v1", "selfsubjectrulesreviews", "SelfSubjectRulesReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("authorization.k8s.io/v1", "subjectaccessreviews", "SubjectAccessReview")
                    .withVerbs("create")
                    .with(Flag.VIRTUAL),
            KindEntry.cluster("certificates.k8s.io/v1", "certificatesigningrequests", "CertificateSigningRequest")
                    .withShortNames("csr")
                    .withSubresources(Subresource.ofObject("approval", "get", "patch", "update"), Subresource.status())
                    .withFields(field("spec.signerName")),
            KindEntry.cluster("rbac.authorization.k8s.io/v1", "clusterrolebindings", "ClusterRoleBinding")
                    .with(Flag.CREATE_ON_UPDATE),
            KindEntry.cluster("rbac.authorization.k8s.io/v1", "clusterroles", "ClusterRole")
                    .with(Flag.CREATE_ON_UPDATE),
            KindEntry.namespaced("rbac.authorization.k8s.io/v1", "rolebindings", "RoleBinding")
                    .with(Flag.CREATE_ON_UPDATE),
            KindEntry.namespaced("rbac.authorization.k8s.io/v1", "roles", "Role")
                    .with(Flag.CREATE_ON_UPDATE));

    private AccessKinds() {}
}
