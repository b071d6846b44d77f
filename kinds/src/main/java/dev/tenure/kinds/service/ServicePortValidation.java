package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.podspec.PortValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is valid as the ports of a service.
final class ServicePortValidation {
    private static final GoStruct PORT = new GoStruct()
            .with("Name", "name", Zero.TEXT)
            .with("Protocol", "protocol", Zero.TEXT)
            .with("AppProtocol", "appProtocol", Zero.NOTHING)
            .with("Port", "port", Zero.NUMBER)
            .with("TargetPort", "targetPort", Zero.NUMBER)
            .with("NodePort", "nodePort", Zero.NUMBER);

    private ServicePortValidation() {}

    static void ports(Field spec) {
        boolean named = spec.at("ports").size() > 1;
        Set<String> names = new HashSet<>();
        for (Field port : spec.at("ports").items()) {
            Field name = port.at("name");
            if (named && name.text().isEmpty()) {
                name.required();
            } else if (!name.text().isEmpty()) {
                name.mustBe(Names::dnsLabel);
                if (!names.add(name.text())) {
                    name.duplicate();
                }
            }
            PortValidation.number(port.at("port"));
            port.at("protocol").mustBeGivenAndOneOf("SCTP", "TCP", "UDP");
            PortValidation.numberOrName(port.at("targetPort"));
            if (port.at("appProtocol").isSet()) {
                port.at("appProtocol").mustBe(Names::qualified);
            }
        }
    }

    /// Node ports stand only where the type opens some, and none twice for a protocol.
    static void nodePorts(Field spec) {
        List<Field> asked = spec.at("ports").items().stream()
                .filter(port -> port.at("nodePort").number() != 0)
                .toList();
        if (spec.at("type").is("ClusterIP")) {
            asked.forEach(port -> port.at("nodePort").forbidden("may not be used when `type` is 'ClusterIP'"));
        }
        Set<String> opened = new HashSet<>();
        for (Field port : asked) {
            Field number = port.at("nodePort");
            if (!opened.add(port.at("protocol").text() + "/" + number.number())) {
                number.duplicate();
            }
        }
    }

    /// No port stands twice for a protocol.
    static void distinct(Field spec) {
        Set<String> seen = new HashSet<>();
        for (Field port : spec.at("ports").items()) {
            if (!seen.add(port.at("protocol").text() + "/" + port.at("port").number())) {
                ObjectNode shown = PORT.of(Json.object()
                        .set("protocol", port.at("protocol").node())
                        .set("port", port.at("port").node()));
                port.errors().duplicate(port.path().text(), shown);
            }
        }
    }
}
