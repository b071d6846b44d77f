package dev.tenure.checks.attack;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Those who use the server properly meanwhile: a probe, an administrator and a kubelet, each on a new
/// connection.
final class Bystanders {
    static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
    private static final String LEASE = """
        {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"attacked","namespace":"kube-node-lease"},
         "spec":{"holderIdentity":"attacked","leaseDurationSeconds":40}}\
        """;
    static final Duration NEVER = Duration.ofSeconds(10);

    private final Victim victim;
    private final TimeSource time;

    Bystanders(Victim victim, TimeSource time) {
        this.victim = victim;
        this.time = time;
    }

    /// How long each had to wait; at most [#NEVER].
    record Waits(Duration probe, Duration admin, Duration lease) {
        static final Waits NONE = new Waits(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        Waits worse(Waits other) {
            return new Waits(longer(probe, other.probe), longer(admin, other.admin), longer(lease, other.lease));
        }

        Duration longest() {
            return longer(probe, longer(admin, lease));
        }

        private static Duration longer(Duration one, Duration other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    /// Binds the users to what they need, and makes the lease.
    void prepare() throws IOException {
        for (String user : new String[] {"system:node:attacked", "ann"}) {
            String name = user.replace(':', '-');
            post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", """
                {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"attack-%s"},
                 "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},
                 "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"%s"}]}\
                """.formatted(name, user));
        }
        post("/api/v1/namespaces", """
            {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"kube-node-lease"}}\
            """);
        post(LEASES, LEASE);
    }

    private void post(String path, String body) throws IOException {
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            line.send(request("POST", path, victim.admin(), body));
            int status = line.status();
            if (status != 201 && status != 409) {
                throw new IOException("%s answers %d".formatted(path, status));
            }
        }
    }

    /// One request of each.
    Waits ask() {
        return new Waits(
                took(request("GET", "/healthz", "", "")),
                took(request("GET", "/api/v1/nodes", victim.admin(), "")),
                took(request(
                        "PATCH", LEASES + "/attacked", victim.kubelet(), "{\"spec\":{\"leaseDurationSeconds\":40}}")));
    }

    private Duration took(String request) {
        Tick begun = time.now();
        try (SecretLine line = openWithin()) {
            line.send(request);
            int status = line.status();
            return status == 200 ? time.now().since(begun) : NEVER;
        } catch (IOException _) {
            return NEVER;
        }
    }

    private SecretLine openWithin() throws IOException {
        return SecretLine.openWithin(victim, Math.toIntExact(NEVER.toMillis()));
    }

    /// @param token empty for none
    static String request(String method, String path, String token, String body) {
        var head = new StringBuilder();
        head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: localhost\r\n");
        if (!token.isEmpty()) {
            head.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        if (!body.isEmpty()) {
            head.append("Content-Type: ")
                    .append(method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                    .append("\r\nContent-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return head.append("\r\n").append(body).toString();
    }
}
