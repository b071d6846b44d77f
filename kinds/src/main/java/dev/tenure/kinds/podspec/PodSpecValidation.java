package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is valid as the spec of a pod. The order of the checks is the order of the causes in a Status.
public final class PodSpecValidation {
    private static final GoStruct CLAIM = new GoStruct()
            .with("Name", "name", Zero.TEXT)
            .with("ResourceClaimName", "resourceClaimName", Zero.NOTHING)
            .with("ResourceClaimTemplateName", "resourceClaimTemplateName", Zero.NOTHING);

    private PodSpecValidation() {}

    /// Checks the spec of a pod or of a template.
    ///
    /// @param metadata the pod's own metadata; absent for a template
    public static void check(Field spec, Optional<Field> metadata, PodOptions options) {
        if (!spec.at("terminationGracePeriodSeconds").isSet()) {
            spec.at("terminationGracePeriodSeconds").required();
        }
        String podName = metadata.map(own -> own.at("name").text()).orElse("");
        Map<String, Field> volumes = new VolumeValidation(podName, options).all(spec.at("volumes"));
        Set<String> claims = claims(spec, metadata);
        new ContainerValidation(spec, volumes, claims, options).all();
        ResourcesValidation.pod(spec, claims, options);
        PortValidation.hostNetwork(spec, options);
        restartPolicy(spec.at("restartPolicy"));
        DnsValidation.policy(spec.at("dnsPolicy"));
        ObjectMetaValidation.labels(spec.at("nodeSelector"));
        PodSecurityValidation.context(spec, options);
        AffinityValidation.affinity(spec.at("affinity"), options);
        DnsValidation.config(spec);
        gates(spec);
        SpreadValidation.constraints(spec.at("topologySpreadConstraints"), options);
        WindowsValidation.hostProcess(spec);
        PodSecurityValidation.userNamespace(spec, options);
        DnsValidation.hostnameOverride(spec);
        names(spec);
        TolerationValidation.tolerations(spec.at("tolerations"), options.comparisonOperators());
        DnsValidation.hostAliases(spec.at("hostAliases"));
        references(spec);
        ResourcesValidation.overhead(spec.at("overhead"), options);
        PodSecurityValidation.os(spec);
        schedulingGroup(spec.at("schedulingGroup"));
        EnvValidation.fileVolumes(spec);
    }

    private static void restartPolicy(Field policy) {
        policy.mustBeGivenAndOneOf("Always", "OnFailure", "Never");
    }

    private static Set<String> claims(Field spec, Optional<Field> metadata) {
        Set<String> names = new HashSet<>();
        boolean mirror =
                metadata.isPresent() && metadata.get().at("annotations").node().has(PodAnnotationsValidation.MIRROR);
        for (Field claim : spec.at("resourceClaims").items()) {
            if (mirror) {
                spec.errors().forbidden("", "static pods do not support resource claims");
            } else {
                claim(claim, names);
            }
            names.add(claim.at("name").text());
        }
        return names;
    }

    private static void claim(Field claim, Set<String> names) {
        Field name = claim.at("name");
        if (name.isEmpty()) {
            name.required();
        } else if (names.contains(name.text())) {
            name.duplicate();
        } else {
            name.mustBe(Names::dnsLabel);
        }
        Field direct = claim.at("resourceClaimName");
        Field template = claim.at("resourceClaimTemplateName");
        if (direct.isSet() && template.isSet()) {
            claim.invalid(
                    CLAIM.of(claim.given()),
                    "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
        }
        if (!direct.isSet() && !template.isSet()) {
            claim.invalid(
                    CLAIM.of(claim.given()), "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
        }
        for (Field reference : List.of(direct, template)) {
            if (reference.isSet()) {
                reference.mustBe(Names::dnsSubdomain);
            }
        }
    }

    private static void gates(Field spec) {
        for (Field gate : spec.at("readinessGates").items()) {
            gate.at("conditionType").mustBe(Names::qualified);
        }
        Set<String> seen = new HashSet<>();
        for (Field gate : spec.at("schedulingGates").items()) {
            Field name = gate.at("name").under(gate.path());
            name.mustBe(Names::qualified);
            if (!seen.add(name.text())) {
                name.duplicate();
            }
        }
    }

    private static void names(Field spec) {
        optional(spec, "serviceAccountName", false);
        optional(spec, "nodeName", false);
        Field deadline = spec.at("activeDeadlineSeconds");
        if (deadline.isSet()) {
            deadline.mustBeBetween(1, Integer.MAX_VALUE);
        }
        optional(spec, "hostname", true);
        optional(spec, "subdomain", true);
    }

    private static void optional(Field spec, String name, boolean label) {
        if (!spec.at(name).isEmpty()) {
            spec.at(name).mustBe(label ? Names::dnsLabel : Names::dnsSubdomain);
        }
    }

    private static void references(Field spec) {
        optional(spec, "priorityClassName", false);
        if (spec.at("runtimeClassName").isSet()) {
            spec.at("runtimeClassName").mustBe(Names::dnsSubdomain);
        }
        preemption(spec.at("preemptionPolicy"));
    }

    /// Checks whether lower priorities may be preempted, where that is said.
    public static void preemption(Field policy) {
        if (policy.isSet()) {
            policy.mustBeGivenAndOneOf("PreemptLowerPriority", "Never");
        }
    }

    private static void schedulingGroup(Field group) {
        if (!group.isSet()) {
            return;
        }
        Field name = group.at("podGroupName");
        if (name.isSet()) {
            name.mustBe(Names::dnsSubdomain);
        } else {
            name.invalid("must specify one of: `podGroupName`");
        }
    }

    /// Checks what holds for the images of pods but was let pass in templates.
    public static void paddedImages(Field spec) {
        spec.at("containers").items().forEach(ContainerValidation::padding);
        spec.at("initContainers").items().forEach(ContainerValidation::padding);
    }

    /// Checks that a pod without a service account asks for no token.
    public static void tokensNeedAccount(Field spec) {
        ProjectedVolumeValidation.tokensNeedAccount(spec);
    }
}
