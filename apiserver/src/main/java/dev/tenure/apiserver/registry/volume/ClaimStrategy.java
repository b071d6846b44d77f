package dev.tenure.apiserver.registry.volume;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameRule;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaRule;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.podspec.ClaimRule;

/// Claims to persistent volumes.
public final class ClaimStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode claim) {
        Trees.fill(Trees.object(claim, "spec"), "volumeMode", "Filesystem");
        Trees.fill(Trees.object(claim, "status"), "phase", "Pending");
    }

    @Override
    public void prepareForCreate(ObjectNode claim) {
        claim.putObject("status").put("phase", "Pending");
    }

    @Override
    public void validate(ObjectNode claim, FieldErrors errors) {
        ObjectMetaRule.object(claim, NameRule.DNS_SUBDOMAIN, errors);
        ClaimRule.spec(Field.root(claim, errors).at("spec"));
    }
}
