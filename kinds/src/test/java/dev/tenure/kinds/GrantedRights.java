package dev.tenure.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;

/// Roles of the whole cluster, and who has them, as the administrator of a [RunningServer] writes them. The
/// server learns of them from its log, a little after they were written.
public record GrantedRights(RunningServer server) {
    private static final String GROUP = "rbac.authorization.k8s.io";

    /// @param rules what the role allows, as JSON with apostrophes for quotes
    public GrantedRights role(String name, String rules) {
        return write("clusterroles", """
            {'apiVersion': '%s/v1', 'kind': 'ClusterRole', 'metadata': {'name': '%s'}, 'rules': [%s]}\
            """.formatted(GROUP, name, rules));
    }

    /// @param role need not be there
    public GrantedRights bind(String user, String role) {
        return write("clusterrolebindings", """
            {'apiVersion': '%1$s/v1', 'kind': 'ClusterRoleBinding', 'metadata': {'name': '%2$s-%3$s'},
             'subjects': [{'apiGroup': '%1$s', 'kind': 'User', 'name': '%2$s'}],
             'roleRef': {'apiGroup': '%1$s', 'kind': 'ClusterRole', 'name': '%3$s'}}\
            """.formatted(GROUP, user, role));
    }

    private GrantedRights write(String resource, String json) {
        assertThat(server.create(new Target(GROUP, "v1", resource, "", "", ""), json))
                .isInstanceOf(ApiReply.One.class);
        return this;
    }
}
