package dev.tenure.kinds.networking;

import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Addresses.Range;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Texts;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.PortValidation;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is valid as the spec of a network policy. Pure.
final class NetworkPolicyValidation {
    private static final List<String> DIRECTIONS = List.of("Ingress", "Egress");

    private NetworkPolicyValidation() {}

    /// @param known ranges that stood in the policy before, which are not judged again
    static void spec(Field spec, Set<String> known) {
        SelectorValidation.selector(spec.at("podSelector"));
        direction(spec.at("ingress"), "from", known);
        direction(spec.at("egress"), "to", known);
        Field types = spec.at("policyTypes");
        if (types.size() > DIRECTIONS.size()) {
            types.invalid("may not specify more than two policyTypes");
            return;
        }
        types.items().forEach(type -> type.mustBeOneOf("Ingress", "Egress"));
    }

    private static void direction(Field rules, String peers, Set<String> known) {
        for (Field rule : rules.items()) {
            rule.at("ports").items().forEach(NetworkPolicyValidation::port);
            rule.at(peers).items().forEach(peer -> peer(peer, known));
        }
    }

    private static void port(Field rule) {
        if (rule.at("protocol").isSet()) {
            rule.at("protocol").mustBeOneOf("TCP", "UDP", "SCTP");
        }
        Field port = rule.at("port");
        Field last = rule.at("endPort");
        if (!port.isSet()) {
            if (last.isSet()) {
                last.invalid("may not be specified when `port` is not specified");
            }
        } else if (port.isText()) {
            if (last.isSet()) {
                last.invalid("may not be specified when `port` is non-numeric");
            }
            port.mustBe(Texts::portName);
        } else {
            PortValidation.number(port);
            if (last.isSet()) {
                if (last.number() < port.number()) {
                    last.invalid(port.number(), "must be greater than or equal to `port`");
                }
                PortValidation.number(last);
            }
        }
    }

    private static void peer(Field peer, Set<String> known) {
        int given = 0;
        for (String name : List.of("podSelector", "namespaceSelector")) {
            if (peer.at(name).isSet()) {
                given++;
                SelectorValidation.selector(peer.at(name));
            }
        }
        Field block = peer.at("ipBlock");
        if (block.isSet()) {
            given++;
            block(block, known);
        }
        if (given == 0) {
            peer.required("must specify a peer");
        } else if (given > 1 && block.isSet()) {
            peer.forbidden("may not specify both ipBlock and another peer");
        }
    }

    private static void block(Field block, Set<String> known) {
        Field range = block.at("cidr");
        if (range.isEmpty()) {
            range.required();
            return;
        }
        range(range, known);
        Optional<Range> whole = Addresses.parseRange(range.text());
        if (whole.isEmpty()) {
            return;
        }
        for (Field except : block.at("except").items()) {
            range(except, known);
            Optional<Range> part = Addresses.parseRange(except.text());
            if (part.isPresent() && !isPart(whole.get(), part.get())) {
                except.invalidText("must be a strict subset of `cidr`");
            }
        }
    }

    private static boolean isPart(Range whole, Range part) {
        return whole.contains(part.ip()) && whole.bits() < part.bits();
    }

    private static void range(Field range, Set<String> known) {
        if (!known.contains(range.text())) {
            range.mustBe(Addresses::range);
        }
    }

    /// All ranges of a policy with their places.
    static List<Field> ranges(Field spec) {
        List<Field> ranges = new ArrayList<>();
        blocks(spec.at("ingress"), "from", ranges);
        blocks(spec.at("egress"), "to", ranges);
        return ranges;
    }

    private static void blocks(Field rules, String peers, List<Field> ranges) {
        for (Field rule : rules.items()) {
            for (Field peer : rule.at(peers).items()) {
                JsonNode block = peer.at("ipBlock").node();
                if (block.isObject()) {
                    ranges.add(peer.at("ipBlock", "cidr"));
                    ranges.addAll(peer.at("ipBlock", "except").items());
                }
            }
        }
    }
}
