package dev.tenure.kinds.podspec.warning;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.kinds.podspec.ContainerVisits;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What deserves a warning about the ports of a pod's containers taken together. A port is held against the
/// first ones with its number, and not all are told that go badly together: a pod may state one port very
/// many times.
final class PortWarnings {
    private static final int OTHERS_MAX = 100;
    private static final int PAIRS_MAX = 1_000;

    private PortWarnings() {}

    static List<String> of(Field spec) {
        List<String> warnings = new ArrayList<>();
        int pairs = 0;
        Map<String, List<Field>> known = new HashMap<>();
        Map<String, Field> names = new HashMap<>();
        List<String> nameWarnings = new ArrayList<>();
        for (Field container : ContainerVisits.all(spec)) {
            for (Field port : container.at("ports").items()) {
                alone(port, warnings);
                String number = port.at("containerPort").number() + "/"
                        + port.at("protocol").text();
                List<Field> others = known.computeIfAbsent(number, _ -> new ArrayList<>());
                for (Field other : others) {
                    Optional<String> warning = pairs < PAIRS_MAX ? together(port, other) : Optional.empty();
                    pairs += warning.isPresent() ? 1 : 0;
                    warning.ifPresent(warnings::add);
                }
                if (others.size() < OTHERS_MAX) {
                    others.add(port);
                }
                name(port, names, nameWarnings);
            }
        }
        warnings.addAll(nameWarnings);
        return warnings;
    }

    private static void alone(Field port, List<String> warnings) {
        if (!port.at("hostIP").isEmpty() && port.at("hostPort").number() == 0) {
            warnings.add(port.path() + ": hostIP set without hostPort: {Name:"
                    + port.at("name").text() + " HostPort:0"
                    + " ContainerPort:" + port.at("containerPort").number() + " Protocol:"
                    + port.at("protocol").text() + " HostIP:"
                    + port.at("hostIP").text() + "}");
        }
    }

    private static Optional<String> together(Field port, Field other) {
        String address = port.at("hostIP").text();
        String otherAddress = other.at("hostIP").text();
        long host = port.at("hostPort").number();
        long otherHost = other.at("hostPort").number();
        if (address.equals(otherAddress) && host == otherHost) {
            return Optional.of(port.path() + ": duplicate port definition with " + other.path());
        }
        if (host == 0 || otherHost == 0) {
            return Optional.of(port.path() + ": overlapping port definition with " + other.path());
        }
        return host == otherHost && address.isEmpty() != otherAddress.isEmpty()
                ? Optional.of(port.path() + ": dangerously ambiguous port definition with " + other.path())
                : Optional.empty();
    }

    private static void name(Field port, Map<String, Field> names, List<String> warnings) {
        String name = port.at("name").text();
        if (name.isEmpty()) {
            return;
        }
        Field first = names.putIfAbsent(name, port);
        if (first != null) {
            warnings.add(port.path() + ": duplicate port name " + Quoted.of(name) + " with " + first.path()
                    + ", services and probes that select ports by name will use " + first.path());
        }
    }
}
