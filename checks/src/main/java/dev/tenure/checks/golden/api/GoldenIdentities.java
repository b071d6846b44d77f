package dev.tenure.checks.golden.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What one run of a scenario has seen and given a placeholder: names, uids, revisions, addresses, ports.
/// Equal things keep equal placeholders throughout the run. Confined to the thread that runs the scenario.
final class GoldenIdentities {
    private static final String DIGITS = "\\d+";

    /// Actual text → placeholder, in the order in which they became known.
    private final Map<String, String> tokens = new LinkedHashMap<>();

    private final Map<String, String> uids = new HashMap<>();
    private final Map<String, Integer> uidNames = new HashMap<>();
    private final Map<String, List<String>> revisions = new HashMap<>();
    private final Map<String, String> addresses = new HashMap<>();
    private final Map<Long, String> ports = new HashMap<>();
    private final Set<String> generateNames = new HashSet<>();

    GoldenIdentities(Map<String, String> tokens) {
        this.tokens.putAll(tokens);
    }

    Map<String, String> tokens() {
        return tokens;
    }

    /// Prefixes of `generateName` whose objects were refused, so that the name shows only in the message.
    Set<String> generateNames() {
        return generateNames;
    }

    /// @param shownName how to show the object's name, for a uid that is new
    String uid(String uid, String name, UnaryOperator<String> shownName) {
        String known = uids.get(uid);
        if (known != null) {
            return known;
        }
        String shown = shownName.apply(name);
        int count = uidNames.merge(shown, 1, Integer::sum);
        String placeholder = "<uid:%s%s>".formatted(shown, count == 1 ? "" : "#" + count);
        uids.put(uid, placeholder);
        return placeholder;
    }

    String uuid(String uuid) {
        return uids.getOrDefault(uuid, "<uuid>");
    }

    String revision(String revision, String uid) {
        if (uid.isEmpty()) {
            return revision.matches(DIGITS) && !revision.equals("0") ? "<rv>" : revision;
        }
        List<String> seen = revisions.computeIfAbsent(uid, _ -> new ArrayList<>());
        if (!seen.contains(revision)) {
            seen.add(revision);
        }
        return "<rv:%d>".formatted(seen.indexOf(revision) + 1);
    }

    String address(String address) {
        return addresses.computeIfAbsent(address, _ -> "<ip:%d>".formatted(addresses.size() + 1));
    }

    String port(long port) {
        return ports.computeIfAbsent(port, _ -> "<nodePort:%d>".formatted(ports.size() + 1));
    }

    /// Learns a generated name, which may be quoted before the object that bears it.
    void generated(String name, String stem) {
        if (tokens.containsKey(name)) {
            return;
        }
        long taken = tokens.values().stream()
                .filter(shown -> shown.startsWith(stem + "<rand5"))
                .count();
        String shown = stem + (taken == 0 ? "<rand5>" : "<rand5#%d>".formatted(taken + 1));
        for (Map.Entry<String, String> token : tokens.entrySet()) {
            if (token.getValue().equals("{{ns}}") || token.getValue().equals("{{id}}")) {
                shown = shown.replace(token.getKey(), token.getValue());
            }
        }
        tokens.put(name, shown);
    }
}
