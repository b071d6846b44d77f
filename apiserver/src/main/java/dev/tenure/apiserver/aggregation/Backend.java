package dev.tenure.apiserver.aggregation;

/// A server that answers for one version of a group, as an APIService names it.
///
/// @param name of the APIService
/// @param authorities PEM certificates, one of which has to vouch for it; empty: those that this machine
///     knows
/// @param insecure whether it is taken for who it says it is
/// @param available whether it may be asked
public record Backend(
        String name,
        String group,
        String version,
        Service service,
        String authorities,
        boolean insecure,
        boolean available) {
    /// Where it is found.
    public record Service(String namespace, String name, int port) {
        /// The name that its certificate has to be for.
        public String serverName() {
            return name + "." + namespace + ".svc";
        }

        @Override
        public String toString() {
            return namespace + "/" + name + ":" + port;
        }
    }

    /// Where its version is found, for example `/apis/metrics.k8s.io/v1beta1`.
    public String path() {
        return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    }
}
