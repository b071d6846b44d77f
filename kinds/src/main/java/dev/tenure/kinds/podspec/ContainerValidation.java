package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is valid as the containers of a pod: regular ones, those that run first, and those added later.
final class ContainerValidation {
    private static final String NOT_SIDECAR = "may not be set for init containers without restartPolicy=Always";
    private static final List<String> HOOKS = List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
    private static final int RULES_MAX = 20;
    private static final int CODES_MAX = 255;

    private final Field spec;
    private final Map<String, Field> volumes;
    private final Set<String> claims;
    private final PodOptions options;

    /// @param volumes the pod's good volumes by name
    /// @param claims the names of the pod's resource claims
    ContainerValidation(Field spec, Map<String, Field> volumes, Set<String> claims, PodOptions options) {
        this.spec = spec;
        this.volumes = volumes;
        this.claims = claims;
        this.options = options;
    }

    void all() {
        regular();
        init();
        ephemeral();
    }

    private void regular() {
        Field containers = spec.at("containers");
        if (containers.isEmpty()) {
            containers.required();
            return;
        }
        Set<String> names = new HashSet<>();
        for (Field container : containers.items()) {
            common(container);
            if (!names.add(container.at("name").text())) {
                container.at("name").duplicate();
            }
            ProbeValidation.all(container, spec);
            restart(container);
        }
        PortValidation.hostPorts(containers.items());
    }

    private void init() {
        Set<String> names = names("containers");
        for (Field container : spec.at("initContainers").items()) {
            common(container);
            boolean sidecar = container.at("restartPolicy").is("Always");
            if (container.at("restartPolicy").isSet()) {
                restart(container);
            } else if (!container.at("restartPolicyRules").isEmpty()) {
                container.at("restartPolicy").required("must specify restartPolicy when restart rules are used");
            }
            Field name = container.at("name");
            if (names.contains(name.text())) {
                name.duplicate();
            } else if (!name.isEmpty()) {
                names.add(name.text());
            }
            PortValidation.hostPorts(List.of(alone(container)));
            if (sidecar) {
                ProbeValidation.all(container, spec);
            } else {
                plainInit(container);
            }
        }
    }

    /// A container as the only one of its list: upstream reports clashes of host ports at position 0.
    private Field alone(Field container) {
        return container.under(spec.at("initContainers").path().index(0));
    }

    private void plainInit(Field container) {
        for (String hook : HOOKS) {
            if (container.at(hook).isSet()) {
                container.at(hook).forbidden(NOT_SIDECAR);
            }
        }
        if (options.anyInitResizePolicy()) {
            return;
        }
        for (Field policy : container.at("resizePolicy").items()) {
            if (policy.at("restartPolicy").is("RestartContainer")) {
                policy.at("restartPolicy")
                        .invalidText("must not be set to 'RestartContainer' for non-sidecar initContainers");
            }
        }
    }

    private Set<String> names(String list) {
        Set<String> names = new HashSet<>();
        spec.at(list)
                .items()
                .forEach(container -> names.add(container.at("name").text()));
        return names;
    }

    private void ephemeral() {
        Set<String> others = names("containers");
        others.addAll(names("initContainers"));
        Set<String> names = new HashSet<>(others);
        for (Field container : spec.at("ephemeralContainers").items()) {
            common(container);
            padding(container);
            if (!names.add(container.at("name").text())) {
                container.at("name").duplicate();
            }
            Field target = container.at("targetContainerName");
            if (!target.isEmpty() && !others.contains(target.text())) {
                target.notFound();
            }
            ephemeralOnly(container);
        }
    }

    private static void ephemeralOnly(Field container) {
        for (String name : List.of(
                "ports",
                "resources",
                "resizePolicy",
                "restartPolicy",
                "restartPolicyRules",
                "livenessProbe",
                "readinessProbe",
                "startupProbe",
                "lifecycle")) {
            Field field = container.at(name);
            // resources are no pointer: they count once something is said in them, be it empty
            boolean given = name.equals("resources") ? saysSomething(field.given()) : field.isGiven();
            if (given) {
                field.forbidden("cannot be set for an Ephemeral Container");
            }
        }
        for (Field mount : container.at("volumeMounts").items()) {
            for (String name : List.of("subPath", "subPathExpr")) {
                if (!mount.at(name).isEmpty()) {
                    mount.at(name).forbidden("cannot be set for an Ephemeral Container");
                }
            }
        }
    }

    private static boolean saysSomething(JsonNode struct) {
        return struct.properties().stream()
                .anyMatch(member -> !member.getValue().isNull());
    }

    private void common(Field container) {
        Field name = container.at("name");
        name.mustBeGivenAndBe(Names::dnsLabel);
        if (container.at("image").isEmpty()) {
            container.at("image").required();
        }
        container.at("terminationMessagePolicy").mustBeGivenAndOneOf("File", "FallbackToLogsOnError");
        PortValidation.ports(container.at("ports"));
        EnvValidation.variables(container.at("env"));
        EnvValidation.sources(container.at("envFrom"));
        MountValidation.mounts(container, volumes);
        MountValidation.devices(container, volumes);
        pullPolicy(container.at("imagePullPolicy"));
        ResourcesValidation.container(container.at("resources"), claims, options);
        resize(container.at("resizePolicy"));
        SecurityValidation.container(container.at("securityContext"), hostUsers(spec.node()));
    }

    /// Whether the pod shares the users of the host.
    static boolean hostUsers(JsonNode spec) {
        return spec.path("hostUsers").asBoolean(true);
    }

    static void pullPolicy(Field policy) {
        policy.mustBeGivenAndOneOf("Always", "IfNotPresent", "Never");
    }

    private void resize(Field policies) {
        Set<String> resources = new HashSet<>();
        for (Field policy : policies.items()) {
            Field resource = policy.at("resourceName").under(policies.path());
            Field restart = policy.at("restartPolicy").under(policies.path());
            if (!resources.add(resource.text())) {
                policy.duplicate(resource.text());
            }
            resource.mustBeGivenAndOneOf("cpu", "memory");
            restart.mustBeGivenAndOneOf("NotRequired", "RestartContainer");
            if (spec.at("restartPolicy").is("Never") && !restart.is("NotRequired")) {
                restart.invalidText("must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        }
    }

    private static void restart(Field container) {
        Field policy = container.at("restartPolicy");
        Field rules = container.at("restartPolicyRules");
        if (policy.isSet()) {
            policy.mustBeOneOf("Always", "Never", "OnFailure");
        } else if (!rules.isEmpty()) {
            policy.required("must specify restartPolicy when restart rules are used");
        }
        if (rules.size() > RULES_MAX) {
            rules.tooMany(RULES_MAX);
        }
        for (Field rule : rules.items()) {
            rule.at("action").mustBeOneOf("Restart", "RestartAllContainers");
            Field codes = rule.at("exitCodes");
            if (!codes.isSet()) {
                codes.required("must be specified");
                continue;
            }
            codes.at("operator").mustBeOneOf("In", "NotIn");
            if (codes.at("values").size() > CODES_MAX) {
                codes.at("values").tooMany(CODES_MAX);
            }
        }
    }

    /// Checks the image's name for blanks around it; only in pods, for templates were let pass before.
    static void padding(Field container) {
        Field image = container.at("image");
        if (!GoSpace.trimmed(image.text()).equals(image.text())) {
            image.invalidText("must not have leading or trailing whitespace");
        }
    }
}
