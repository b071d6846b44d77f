package dev.tenure.kinds.apiservice;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.wire.json.ObjectNode;
import java.util.Base64;
import java.util.List;

/// APIServices: which server answers for a group and version. What has no service is served here.
public final class ApiServiceStrategy implements SeparateStatus {
    private static final int HTTPS = 443;
    private static final int PORT_MAX = 65_535;
    private static final int GROUP_PRIORITY_MAX = 20_000;
    private static final int VERSION_PRIORITY_MAX = 1_000;

    static boolean isLocal(ObjectNode service) {
        return !service.path("spec").path("service").isObject();
    }

    @Override
    public void setDefaults(ObjectNode service) {
        Trees.within(service.path("spec"), "service", reference -> Trees.fill(reference, "port", HTTPS));
    }

    @Override
    public void prepareForCreate(ObjectNode service) {
        service.putObject("status");
        if (isLocal(service)) {
            String begun = ObjectTrees.text(service.path("metadata"), "creationTimestamp");
            LocalApiServices.setAvailable(service, begun);
        }
    }

    @Override
    public void validate(ObjectNode service, FieldErrors errors) {
        Field root = Field.root(service, errors);
        Field spec = root.at("spec");
        Field group = spec.at("group");
        Field version = spec.at("version");
        String name = LocalApiServices.name(group.text(), version.text());
        Field metadata = root.at("metadata");
        ObjectMetaValidation.plain(metadata, given -> complaints(given, name));
        if (group.isEmpty() && !version.is("v1")) {
            group.required("only v1 may have an empty group and it better be legacy kube");
        }
        if (!group.isEmpty()) {
            group.mustBe(Names::dnsSubdomain);
        }
        version.mustBe(Names::dnsLabelOf1035);
        priority(spec.at("groupPriorityMinimum"), GROUP_PRIORITY_MAX);
        priority(spec.at("versionPriority"), VERSION_PRIORITY_MAX);
        if (isLocal(service)) {
            local(spec);
        } else {
            remote(spec);
        }
    }

    private static List<String> complaints(String given, String wanted) {
        List<String> complaints = Names.pathSegment(given);
        return complaints.isEmpty() && !given.equals(wanted)
                ? List.of("must be `spec.version+\".\"+spec.group`: \"" + wanted + "\"")
                : complaints;
    }

    private static void priority(Field priority, int most) {
        if (priority.number() <= 0 || priority.number() > most) {
            priority.invalidNumber("must be positive and less than " + most);
        }
    }

    private static void local(Field spec) {
        Field bundle = spec.at("caBundle");
        if (!bundle.isEmpty()) {
            int length = Base64.getDecoder().decode(bundle.text()).length;
            bundle.invalid(length + " bytes", "local APIServices may not have a caBundle");
        }
        Field insecure = spec.at("insecureSkipTLSVerify");
        if (insecure.flag()) {
            insecure.invalid("local APIServices may not have insecureSkipTLSVerify");
        }
    }

    private static void remote(Field spec) {
        for (String part : List.of("namespace", "name")) {
            if (spec.at("service", part).isEmpty()) {
                spec.at("service", part).required();
            }
        }
        Field port = spec.at("service", "port");
        if (port.number() < 1 || port.number() > PORT_MAX) {
            port.invalidNumber("port is not valid: must be between 1 and " + PORT_MAX + ", inclusive");
        }
        Field insecure = spec.at("insecureSkipTLSVerify");
        if (insecure.flag() && !spec.at("caBundle").isEmpty()) {
            insecure.invalid("may not be true if caBundle is present");
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.plainUpdate(Field.root(next, errors).at("metadata"), old.path("metadata"));
        if (subresource.isEmpty()) {
            validate(next, errors);
            return;
        }
        for (Field condition :
                Field.root(next, errors).at("status", "conditions").items()) {
            Field status = condition.at("status");
            status.mustBeOneOf("True", "False", "Unknown");
        }
    }
}
