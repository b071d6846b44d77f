package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Texts;
import java.util.List;

/// What is valid as the environment of a container.
final class EnvValidation {
    private static final String SEVERAL = "may not have more than one field specified at a time";
    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");
    private static final List<String> FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private EnvValidation() {}

    static void variables(Field variables) {
        for (Field variable : variables.items()) {
            Field name = variable.at("name");
            name.mustBeGivenAndBe(Texts::variable);
            if (variable.at("valueFrom").isSet()) {
                source(variable.at("valueFrom"), variable.at("value"));
            }
        }
    }

    private static void source(Field from, Field value) {
        int sources = 0;
        for (String name : SOURCES) {
            Field source = from.at(name);
            if (source.isSet()) {
                sources++;
                source(name, source);
            }
        }
        if (sources == 0) {
            from.invalid(
                    "",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                            + " `fileKeyRef`");
        } else if (!value.isEmpty()) {
            from.invalid("", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            from.invalid("", SEVERAL);
        }
    }

    private static void source(String name, Field source) {
        switch (name) {
            case "fieldRef" -> DownwardValidation.objectField(source, FIELDS);
            case "resourceFieldRef" -> DownwardValidation.resourceField(source, false);
            case "fileKeyRef" -> fileKey(source);
            default -> {
                source.at("name").mustBe(Names::dnsSubdomain);
                source.at("key").mustBeGivenAndBe(Texts::configKey);
            }
        }
    }

    private static void fileKey(Field source) {
        source.at("key").mustBeGivenAndBe(Texts::variable);
        source.at("volumeName").mustBeGivenAndBe(Names::dnsLabel);
        if (source.at("path").isEmpty()) {
            source.at("path").required();
        } else {
            PathValidation.noStepsUp(source.at("path"));
        }
    }

    static void sources(Field sources) {
        for (Field source : sources.items()) {
            if (!source.at("prefix").isEmpty()) {
                source.at("prefix").mustBe(Texts::variable);
            }
            int count = 0;
            for (String name : List.of("configMapRef", "secretRef")) {
                if (source.at(name).isSet()) {
                    count++;
                    source.at(name, "name").mustBeGivenAndBe(text -> Names.dnsSubdomain(Names.frontPart(text)));
                }
            }
            if (count == 0) {
                sources.invalid("", "must specify one of: `configMapRef` or `secretRef`");
            } else if (count > 1) {
                sources.invalid("", SEVERAL);
            }
        }
    }

    /// Checks that variables read from files name a volume of the pod that can hold them.
    static void fileVolumes(Field spec) {
        for (Field container : ContainerVisits.all(spec)) {
            for (Field variable : container.at("env").items()) {
                Field key = variable.at("valueFrom", "fileKeyRef");
                if (key.isSet()) {
                    fileVolume(key.at("volumeName"), spec.at("volumes").items());
                }
            }
        }
    }

    private static void fileVolume(Field name, List<Field> volumes) {
        var named = volumes.stream()
                .filter(volume -> volume.at("name").is(name.text()))
                .reduce((first, second) -> second);
        if (named.isEmpty()) {
            name.notFound();
        } else if (!named.get().at("emptyDir").isSet()) {
            name.invalidText("referenced volume must be of type emptyDir");
        }
    }
}
