package dev.tenure.kinds.storage;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.SeparateStatus;
import dev.tenure.kinds.podspec.DiskValidation;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.VolumeDefaults;
import dev.tenure.kinds.volume.PersistentVolumeValidation;
import dev.tenure.wire.json.ObjectNode;

/// Volumes attached to nodes. What they say never changes, but for the status.
public final class VolumeAttachmentStrategy implements SeparateStatus {
    private static final int METADATA_MAX = 256 * 1024;
    private static final int MESSAGE_MAX = 1024;
    private static final String NAME = "persistentVolumeName";
    private static final String INLINE = "inlineVolumeSpec";

    @Override
    public void setDefaults(ObjectNode attachment) {
        Trees.within(attachment.path("spec").path("source"), INLINE, spec -> {
            Trees.within(spec, "capacity", PodSpecDefaults::amounts);
            VolumeDefaults.disk(spec);
        });
    }

    @Override
    public void prepareForCreate(ObjectNode attachment) {
        attachment.putObject("status").put("attached", false);
    }

    @Override
    public void validate(ObjectNode attachment, FieldErrors errors) {
        ObjectMetaValidation.object(attachment, nameFormat(), errors);
        Field root = Field.root(attachment, errors);
        Field spec = root.at("spec");
        DiskValidation.csiDriver(spec.at("attacher"));
        source(spec.at("source"));
        spec.at("nodeName").mustBe(Names::dnsSubdomain);
        Field status = root.at("status");
        if (ParameterValidation.bytes(status.at("attachmentMetadata").node()) > METADATA_MAX) {
            status.at("attachmentMetadata").tooLong(METADATA_MAX);
        }
        fault(status.at("attachError"));
        fault(status.at("detachError"));
        Field name = spec.at("source", NAME);
        if (name.isSet()) {
            name.mustBe(Names::dnsSubdomain);
        }
    }

    private static void source(Field source) {
        boolean named = source.at(NAME).isSet();
        boolean inline = source.at(INLINE).isSet();
        if (!named && !inline) {
            source.required("must specify exactly one of inlineVolumeSpec and persistentVolumeName");
        } else if (named && inline) {
            source.forbidden("must specify exactly one of inlineVolumeSpec and persistentVolumeName");
        } else if (inline) {
            PersistentVolumeValidation.inline(source.at(INLINE));
        } else if (source.at(NAME).isEmpty()) {
            source.at(NAME).required("must specify non empty persistentVolumeName");
        }
    }

    private static void fault(Field fault) {
        if (FieldError.byteLength(fault.at("message").text()) > MESSAGE_MAX) {
            fault.at("message").tooLong(METADATA_MAX);
        }
        if (fault.at("errorCode").number() < 0) {
            fault.at("errorCode").mustBeBetween(0, Integer.MAX_VALUE);
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        validate(next, errors);
        Field spec = Field.root(next, errors).at("spec");
        if (!SameValue.same(spec.node(), old.path("spec"))) {
            spec.invalid(InternalTypes.of("VolumeAttachmentSpec", spec.given()), ObjectMetaValidation.IMMUTABLE);
        }
    }
}
