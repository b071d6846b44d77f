package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.CallerFields;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What servers that APIServices name are told about whom to believe: what they are
/// told already, and what one API server adds, without what has ended. Pure.
/// Upstream: controlplane/controller/clusterauthenticationtrust.
final class TrustData {
    private static final String CLIENTS = "client-ca-file";
    private static final String PROXIES = "requestheader-client-ca-file";
    private static final String NAMES = "requestheader-allowed-names";
    private static final String USERS = "requestheader-username-headers";
    private static final String UIDS = "requestheader-uid-headers";
    private static final String GROUPS = "requestheader-group-headers";
    private static final String EXTRAS = "requestheader-extra-headers-prefix";
    private static final Duration SLACK = Duration.ofMinutes(5);

    private TrustData() {}

    /// The data of a ConfigMap.
    static Map<String, String> read(JsonNode data) {
        Map<String, String> texts = new TreeMap<>();
        data.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asText("")));
        return texts;
    }

    /// @param there what it says
    /// @param own what it has to say of one server
    static Map<String, String> combined(Map<String, String> there, FrontProxy.Trust own, Instant now) {
        Map<String, String> data = new TreeMap<>();
        String clients = certificates(there.getOrDefault(CLIENTS, ""), own.clientAuthorities(), now);
        if (!clients.isEmpty()) {
            data.put(CLIENTS, clients);
        }
        String proxies = certificates(there.getOrDefault(PROXIES, ""), own.proxyAuthorities(), now);
        if (proxies.isEmpty()) {
            return data;
        }
        data.put(PROXIES, proxies);
        boolean proxy = !own.proxyAuthorities().isEmpty();
        data.put(NAMES, list(there, NAMES, proxy ? own.names() : List.of()));
        data.put(USERS, list(there, USERS, proxy ? List.of(CallerFields.USER) : List.of()));
        data.put(UIDS, list(there, UIDS, proxy ? List.of(CallerFields.UID) : List.of()));
        data.put(GROUPS, list(there, GROUPS, proxy ? List.of(CallerFields.GROUP) : List.of()));
        data.put(EXTRAS, list(there, EXTRAS, proxy ? List.of(CallerFields.EXTRA_PREFIX) : List.of()));
        return data;
    }

    private static String list(Map<String, String> there, String key, List<String> own) {
        Set<String> all = new LinkedHashSet<>();
        try {
            Json.read(there.getOrDefault(key, "[]").getBytes(StandardCharsets.UTF_8))
                    .forEach(one -> all.add(one.asText("")));
        } catch (JsonSyntaxException _) {
            // what cannot be read nobody can use: it is written anew
        }
        all.addAll(own);
        ArrayNode texts = Json.array();
        all.forEach(texts::add);
        return new String(Json.write(texts), StandardCharsets.UTF_8);
    }

    private static String certificates(String there, String own, Instant now) {
        Set<X509Certificate> all = new LinkedHashSet<>();
        for (String pem : List.of(there, own)) {
            try {
                all.addAll(Pem.certificates(pem));
            } catch (GeneralSecurityException _) {
                // the same
            }
        }
        var text = new StringBuilder();
        all.stream()
                .filter(one -> one.getNotAfter().toInstant().isAfter(now.minus(SLACK)))
                .forEach(one -> text.append(Pem.of(one)));
        return text.toString();
    }
}
