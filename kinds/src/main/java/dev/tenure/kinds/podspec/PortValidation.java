package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Texts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as the ports of containers.
public final class PortValidation {
    private static final int PORT_MAX = 65535;

    private PortValidation() {}

    static void ports(Field ports) {
        Set<String> names = new HashSet<>();
        for (Field port : ports.items()) {
            Field name = port.at("name");
            if (!name.isEmpty()) {
                List<String> complaints = Texts.portName(name.text());
                complaints.forEach(name::invalidText);
                if (complaints.isEmpty() && !names.add(name.text())) {
                    name.duplicate();
                }
            }
            Field container = port.at("containerPort");
            if (container.number() == 0) {
                container.required();
            } else {
                number(container);
            }
            if (port.at("hostPort").number() != 0) {
                number(port.at("hostPort"));
            }
            port.at("protocol").mustBeGivenAndOneOf("SCTP", "TCP", "UDP");
        }
    }

    public static void number(Field port) {
        port.mustBeBetween(1, PORT_MAX);
    }

    /// A port given by number or by name; absent is the number 0.
    public static void numberOrName(Field port) {
        if (port.isText()) {
            port.mustBe(Texts::portName);
        } else {
            number(port);
        }
    }

    /// Checks that no two of these containers want one port of the host.
    static void hostPorts(List<Field> containers) {
        Set<String> taken = new HashSet<>();
        for (Field container : containers) {
            for (Field port : container.at("ports").items()) {
                Field host = port.at("hostPort");
                String claim =
                        port.at("protocol").text() + "/" + port.at("hostIP").text() + "/" + host.number();
                if (host.number() != 0 && !taken.add(claim)) {
                    host.duplicate(claim);
                }
            }
        }
    }

    /// Checks that in the host's network containers use the host's ports.
    static void hostNetwork(Field spec, PodOptions options) {
        if (!spec.at("hostNetwork").flag()) {
            return;
        }
        for (Field container : spec.at("containers").items()) {
            for (Field port : container.at("ports").items()) {
                Field host = port.at("hostPort");
                boolean asked = options.isPod() || host.number() != 0;
                if (asked && host.number() != port.at("containerPort").number()) {
                    host.invalidNumber("must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }
}
