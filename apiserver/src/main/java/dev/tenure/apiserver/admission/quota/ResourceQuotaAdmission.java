package dev.tenure.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterReader;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.podspec.QuantityRule;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Counts each new object against the quotas of its namespace and refuses what exceeds them. The counts stand in the
/// quotas' status; quotas whose status nobody filled yet do not count.
public final class ResourceQuotaAdmission implements AdmissionPlugin {
    private static final int TRIES = 5;
    private static final Set<String> EXEMPT = Set.of("events", "events.events.k8s.io");

    /// One quota, and what the write adds to it.
    private record Charge(StoredObject stored, ObjectNode quota, Map<String, Quantity> used) {}

    @Override
    public String name() {
        return "ResourceQuota";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterReader cluster) {
        if (!concerned(request)) {
            return;
        }
        Set<String> done = new TreeSet<>();
        for (int tries = 1; !charged(request, cluster, done); tries++) {
            if (tries == TRIES) {
                throw request.forbidden("the quota is changing too fast, please try again");
            }
        }
    }

    private static boolean concerned(AdmissionRequest request) {
        return !request.namespace().isEmpty()
                && !EXEMPT.contains(request.type().qualifiedResource())
                && !request.about(ResourceTypes.NAMESPACES)
                && Usage.counts(request);
    }

    /// Checks all quotas, then writes the new counts.
    ///
    /// @param done uids of quotas that were written already; gets those written now
    /// @return whether none of them had changed meanwhile
    private static boolean charged(AdmissionRequest request, ClusterReader cluster, Set<String> done) {
        List<Charge> charges = new ArrayList<>();
        for (StoredObject stored : cluster.list(ResourceTypes.RESOURCE_QUOTAS, request.namespace())) {
            if (!done.contains(stored.uid())) {
                charge(request, stored, cluster.tree(stored), charges);
            }
        }
        if (request.dryRun()) {
            return true;
        }
        boolean all = true;
        for (Charge charge : charges) {
            if (written(charge, cluster)) {
                done.add(charge.stored().uid());
            } else {
                all = false;
            }
        }
        return all;
    }

    private static boolean written(Charge charge, ClusterReader cluster) {
        ObjectNode used = Trees.object(Trees.object(charge.quota(), "status"), "used");
        charge.used().forEach((name, amount) -> used.put(name, amount.toString()));
        return cluster.compareAndSet(charge.stored(), charge.quota());
    }

    private static void charge(AdmissionRequest request, StoredObject stored, ObjectNode quota, List<Charge> charges) {
        if (!QuotaScopes.match(quota, request.object(), request)) {
            return;
        }
        JsonNode status = quota.path("status");
        Map<String, Quantity> hard = amounts(status.path("hard"));
        Set<String> limited = new TreeSet<>(hard.keySet());
        limited.removeIf(name -> !Usage.isLimitedBy(request, name));
        if (limited.isEmpty()) {
            return;
        }
        String name = quota.path("metadata").path("name").asText();
        Usage.missing(request, limited).ifPresent(missing -> {
            throw request.forbidden("failed quota: %s: %s".formatted(name, missing));
        });
        Map<String, Quantity> used = amounts(status.path("used"));
        if (!used.keySet().containsAll(limited)) {
            throw request.forbidden(
                    "status unknown for quota: %s, resources: %s".formatted(name, String.join(",", limited)));
        }
        Map<String, Quantity> requested = requested(request, quota);
        requested.keySet().retainAll(hard.keySet());
        if (requested.isEmpty()) {
            return;
        }
        Map<String, Quantity> after = new TreeMap<>();
        Set<String> exceeded = new TreeSet<>();
        requested.forEach((resource, amount) -> {
            Quantity sum = used.getOrDefault(resource, Quantity.ZERO).plus(amount);
            after.put(resource, sum);
            if (sum.compareTo(hard.getOrDefault(resource, Quantity.ZERO)) > 0) {
                exceeded.add(resource);
            }
        });
        if (!exceeded.isEmpty()) {
            throw request.forbidden("exceeded quota: %s, requested: %s, used: %s, limited: %s"
                    .formatted(name, printed(requested, exceeded), printed(used, exceeded), printed(hard, exceeded)));
        }
        charges.add(new Charge(stored, quota, after));
    }

    /// What the write adds; nothing of it is zero.
    private static Map<String, Quantity> requested(AdmissionRequest request, ObjectNode quota) {
        Map<String, Quantity> usage = Usage.of(request, request.object());
        if (request.operation() == Operation.UPDATE
                && QuotaScopes.match(quota, request.old().orElseThrow(), request)) {
            Map<String, Quantity> before = Usage.of(request, request.old().orElseThrow());
            usage.replaceAll((name, amount) -> {
                Quantity more = amount.minus(before.getOrDefault(name, Quantity.ZERO));
                return more.sign() < 0 ? Quantity.ZERO : more;
            });
        }
        usage.values().removeIf(Quantity::isZero);
        return usage;
    }

    private static Map<String, Quantity> amounts(JsonNode amounts) {
        Map<String, Quantity> read = new TreeMap<>();
        amounts.properties().forEach(entry -> read.put(entry.getKey(), QuantityRule.amount(entry.getValue())));
        return read;
    }

    private static String printed(Map<String, Quantity> amounts, Set<String> names) {
        return String.join(
                ",",
                names.stream()
                        .filter(amounts::containsKey)
                        .map(name -> name + "=" + amounts.get(name))
                        .toList());
    }
}
