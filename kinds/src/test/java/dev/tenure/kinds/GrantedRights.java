package dev.tenure.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Target;

/// Roles of the whole cluster, and who has them, as the administrator of a [RunningServer] writes them. The
/// server learns of them from its log, a little after they were written.
<<<<<<<< HEAD:kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
public record GrantedRights(RunningServer server) {
    private static final String GROUP = "rbac.authorization.k8s.io";

    /// @param rules what the role allows, as JSON with apostrophes for quotes
    public GrantedRights role(String name, String rules) {
========
public record GrantedRights(RunningServer server) {
    private static final String GROUP = "rbac.authorization.k8s.io";

    /// @param rules what the role allows, as JSON with apostrophes for quotes
    public GrantedRights role(String name, String rules) {
>>>>>>>> e42966774 (The roles that a test gives have a name that no other class has):kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
        return write("clusterroles", """
            {'apiVersion': '%s/v1', 'kind': 'ClusterRole', 'metadata': {'name': '%s'}, 'rules': [%s]}\
            """.formatted(GROUP, name, rules));
    }

    /// @param role need not be there
<<<<<<<< HEAD:kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
    public GrantedRights bind(String user, String role) {
========
    public GrantedRights bind(String user, String role) {
>>>>>>>> e42966774 (The roles that a test gives have a name that no other class has):kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
        return write("clusterrolebindings", """
            {'apiVersion': '%1$s/v1', 'kind': 'ClusterRoleBinding', 'metadata': {'name': '%2$s-%3$s'},
             'subjects': [{'apiGroup': '%1$s', 'kind': 'User', 'name': '%2$s'}],
             'roleRef': {'apiGroup': '%1$s', 'kind': 'ClusterRole', 'name': '%3$s'}}\
            """.formatted(GROUP, user, role));
    }

<<<<<<<< HEAD:kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
    private GrantedRights write(String resource, String json) {
========
    private GrantedRights write(String resource, String json) {
>>>>>>>> e42966774 (The roles that a test gives have a name that no other class has):kinds/src/test/java/dev/tenure/kinds/GrantedRights.java
        assertThat(server.create(new Target(GROUP, "v1", resource, "", "", ""), json))
                .isInstanceOf(ApiReply.One.class);
        return this;
    }
}
