package dev.tenure.checks.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Draws parts of requests: what a client might send, and now and then what none would. Used by one thread.
final class Draw {
    private static final String NAMESPACE = "/namespaces/default/";
    private static final List<String> RESOURCES = List.of(
            "/api/v1/namespaces/default/pods",
            "/api/v1/namespaces/default/configmaps",
            "/api/v1/namespaces/default/secrets",
            "/api/v1/namespaces/default/services",
            "/api/v1/namespaces/default/events",
            "/api/v1/namespaces/default/serviceaccounts",
            "/api/v1/namespaces/default/resourcequotas",
            "/api/v1/namespaces/default/limitranges",
            "/api/v1/nodes",
            "/api/v1/namespaces",
            "/api/v1/persistentvolumes",
            "/apis/apps/v1/namespaces/default/deployments",
            "/apis/apps/v1/namespaces/default/replicasets",
            "/apis/apps/v1/namespaces/default/statefulsets",
            "/apis/apps/v1/namespaces/default/daemonsets",
            "/apis/apps/v1/namespaces/default/controllerrevisions",
            "/apis/batch/v1/namespaces/default/jobs",
            "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
            "/apis/coordination.k8s.io/v1/namespaces/default/leases",
            "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
            "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
            "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            "/apis/scheduling.k8s.io/v1/priorityclasses",
            "/apis/storage.k8s.io/v1/storageclasses",
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            "/apis/authentication.k8s.io/v1/tokenreviews",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            "/apis/x.test/v1/namespaces/default/foos");
    private static final List<String> PAGES = List.of(
            "/",
            "/api",
            "/apis",
            "/openapi/v2",
            "/openapi/v3",
            "/version",
            "/healthz",
            "/readyz?verbose",
            "/livez/ping",
            "/metrics",
            "/tenure/v1/",
            "/../../etc/passwd",
            "//api//v1",
            "/%2e%2e/api",
            "/api/v1/namespaces/default/pods/a%2fb");
    private static final List<String> SUBRESOURCES = List.of(
            "status", "scale", "binding", "eviction", "ephemeralcontainers", "resize", "token", "finalize", "x");
    private static final List<String> NAMES = List.of(
            "a", "web-0", "default", "kube-system", "node-1", "A_B", "..", "%00", "x".repeat(300), "%F0%9F%92%A9");
    private static final List<String> QUERIES = List.of(
            "limit=",
            "continue=",
            "resourceVersion=",
            "resourceVersionMatch=",
            "labelSelector=",
            "fieldSelector=",
            "timeoutSeconds=",
            "timeout=",
            "dryRun=",
            "fieldManager=",
            "fieldValidation=",
            "force=",
            "pretty=",
            "gracePeriodSeconds=",
            "propagationPolicy=",
            "includeObject=",
            "sendInitialEvents=",
            "allowWatchBookmarks=",
            "orphanDependents=");
    private static final List<String> VALUES = List.of(
            "",
            "0",
            "1",
            "-1",
            "99999999999999999999",
            "true",
            "All",
            "NotOlderThan",
            "Exact",
            "metadata.name%3Da",
            "a%20in%20(b,c)",
            "a!=b,!c",
            "((",
            "%zz",
            "%00",
            "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0",
            "Background",
            "Strict",
            "60s",
            "1h2m");
    private static final List<String> BODIES = List.of(
            """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"a":"b"}},"data":{"k":"v"}}\
            """,
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0"},"spec":{"containers":[{"name":"c","image":"i",\
            "resources":{"requests":{"cpu":"100m","memory":"1Gi"}}}],"tolerations":[{"key":"k","operator":"Exists",\
            "effect":"NoExecute","tolerationSeconds":300}]}}\
            """,
            """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"node-1"},"spec":{"taints":[{"key":"k","effect":"NoExecute",\
            "timeAdded":"2026-01-01T00:00:00Z"}]},"status":{"capacity":{"cpu":"4"}}}\
            """,
            """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":2,"selector":{"matchLabels":\
            {"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}\
            """,
            """
            {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"a"},"spec":{"minAvailable":"50%",\
            "selector":{"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}}}\
            """,
            """
            {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"a"},"spec":{"backoffLimit":1,"template":{"spec":\
            {"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}\
            """,
            """
            {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},"spec":{"holderIdentity":"x",\
            "renewTime":"2026-01-01T00:00:00.000000Z","leaseDurationSeconds":40}}\
            """,
            """
            {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"user":"ann","resourceAttributes":\
            {"verb":"get","resource":"pods"}}}\
            """,
            """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"foos.x.test"},"spec":\
            {"group":"x.test","names":{"plural":"foos","kind":"Foo"},"scope":"Namespaced","versions":[{"name":"v1","served":true,\
            "storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",\
            "x-kubernetes-validations":[{"rule":"self.a > 1"}],"properties":{"a":{"type":"integer"}}}}}}}]}}\
            """,
            """
            [{"op":"replace","path":"/metadata/labels/a","value":"c"},{"op":"test","path":"/data/k","value":"v"}]\
            """,
            """
            {"metadata":{"labels":{"a":null}},"data":{"k2":"v2"},"spec":{"$setElementOrder/taints":[{"key":"k"}]}}\
            """,
            """
            {"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"preconditions":{"uid":"x"}}\
            """,
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: &x {k: v}\n",
            "k8s\0\n\017\n\002v1\022\tConfigMap\022\007\n\005\n\001a\022\000");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json",
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/json-patch+json",
            "application/apply-patch+yaml",
            "application/cbor",
            "text/plain",
            ";",
            "application/json;charset=x;;=");
    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json;as=Table;g=meta.k8s.io;v=v1",
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
            "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1",
            "*/*;q=0",
            ";",
            "image/png",
            "a/b;q=x,,");
    private static final List<String> HEADERS = List.of(
            "Impersonate-User: ann",
            "Impersonate-Group: system:masters",
            "Impersonate-Extra-%zz: a",
            "Impersonate-Uid: ",
            "Accept-Encoding: gzip",
            "If-None-Match: \"x\"",
            "Expect: 100-continue",
            "Range: bytes=0-1",
            "X-Forwarded-For: 127.0.0.1",
            "Cookie: a=b",
            "Origin: https://evil.test",
            "Audit-ID: x\u00ff",
            "Content-Encoding: gzip",
            "Upgrade: h2c",
            "User-Agent: \u0001");
    private static final List<String> METHODS = List.of(
            "GET", "GET", "GET", "POST", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get",
            "FOO");
    private static final List<String> WRITING = List.of("POST", "POST", "PUT", "PUT", "PATCH", "PATCH", "DELETE");
    private static final String KIND = "\"kind\":\"";
    private static final int ONE_IN_RARE = 40;

    private final Random random;
    private final RecordedRequests recorded;

    /// @param recorded of which two thirds of all requests are made
    Draw(long seed, RecordedRequests recorded) {
        random = new Random(seed);
        this.recorded = recorded;
    }

    /// The next request.
    DrawnRequest request() {
        if (!oneIn(3)) {
            return of(recorded.all()).changed(this);
        }
        String target = target();
        byte[] body = oneIn(2) ? body(target) : new byte[0];
        List<String> headers = new ArrayList<>();
        if (oneIn(3)) {
            headers.add("Accept: " + accept());
        }
        if (oneIn(8)) {
            headers.add(header());
        }
        return new DrawnRequest(body.length > 0 ? writing() : method(), target, headers, type(), body);
    }

    /// A target near this one.
    String elsewhere(String target) {
        String path = target.replaceFirst("\\?.*", "");
        return switch (below(4)) {
            case 0 -> path + "/" + of(SUBRESOURCES);
            case 1 -> path.replaceFirst("[^/]*$", "") + of(NAMES);
            case 2 -> path + "?" + of(QUERIES) + of(VALUES);
            default -> target + (target.contains("?") ? "&" : "?") + of(QUERIES) + of(VALUES);
        };
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String method() {
        return of(METHODS);
    }

    /// Of a request that has a body.
    String writing() {
        return oneIn(4) ? method() : of(WRITING);
    }

    String type() {
        return of(TYPES);
    }

    String accept() {
        return of(ACCEPTS);
    }

    String header() {
        return of(HEADERS);
    }

    /// A path with its query; nothing that watches for long or leads to a node.
    String target() {
        var path = new StringBuilder();
        if (oneIn(10)) {
            path.append(of(PAGES));
        } else {
            String resource = of(RESOURCES);
            path.append(oneIn(10) ? resource.replace(NAMESPACE, "/namespaces/" + of(NAMES) + "/") : resource);
            if (oneIn(2)) {
                path.append('/').append(oneIn(2) ? "a" : of(NAMES));
            }
            if (oneIn(6)) {
                path.append('/').append(of(SUBRESOURCES));
            }
        }
        char separator = path.indexOf("?") < 0 ? '?' : '&';
        if (oneIn(ONE_IN_RARE)) {
            // before all others: the first of two counts
            path.append(separator).append("watch=1&timeoutSeconds=1");
            separator = '&';
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            path.append(separator).append(of(QUERIES)).append(of(VALUES));
            separator = '&';
        }
        return path.toString();
    }

    /// An object, a patch or options; most with something wrong in them.
    ///
    /// @param target where it goes: mostly an object of that kind
    byte[] body(String target) {
        String chosen = of(BODIES);
        if (!oneIn(4)) {
            chosen = BODIES.stream()
                    .filter(body -> suits(body, target))
                    .findFirst()
                    .orElse(chosen);
        }
        byte[] body = chosen.getBytes(StandardCharsets.ISO_8859_1);
        return switch (random.nextInt(10)) {
            case 0, 8, 9 -> body;
            case 1 -> Arrays.copyOf(body, random.nextInt(body.length));
            case 2 ->
                text(body)
                        .replaceFirst("\"[a-z]+\":", "\"" + random.nextInt() + "\":")
                        .getBytes(StandardCharsets.UTF_8);
            case 3 ->
                text(body)
                        .replace(
                                "\"a\"",
                                of(List.of("null", "[]", "{}", "1e999", "-0", "\"\\ud800\"", "\"\u00ff\"", "[[[[")))
                        .getBytes(StandardCharsets.UTF_8);
            case 4 ->
                text(body)
                        .replaceFirst("\\{", "{".repeat(random.nextInt(1, 2_000)))
                        .getBytes(StandardCharsets.UTF_8);
            case 5 ->
                text(body)
                        .replaceFirst("[0-9]+", of(List.of("99999999999999999999", "-1", "0.5", "1e400")))
                        .getBytes(StandardCharsets.UTF_8);
            default -> flipped(body);
        };
    }

    private static boolean suits(String body, String target) {
        int at = body.indexOf(KIND) + KIND.length();
        int end = body.indexOf('"', at);
        return at >= KIND.length()
                && end > at
                && target.contains("/" + body.substring(at, end).toLowerCase(Locale.ROOT) + "s");
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.ISO_8859_1);
    }

    /// Some bytes of it changed.
    byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        for (int i = random.nextInt(1, 4); i > 0 && changed.length > 0; i--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return changed;
    }

    byte[] bytes(int count) {
        byte[] drawn = new byte[count];
        random.nextBytes(drawn);
        return drawn;
    }
}
