package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is valid as the places where a container sees volumes.
final class MountValidation {
    private MountValidation() {}

    /// @param volumes the pod's good volumes by name
    static void mounts(Field container, Map<String, Field> volumes) {
        Field mounts = container.at("volumeMounts");
        Map<String, String> devices = paths(container.at("volumeDevices"), "devicePath");
        Set<String> places = new HashSet<>();
        for (Field mount : mounts.items()) {
            Field name = mount.at("name");
            Field place = mount.at("mountPath");
            if (name.isEmpty()) {
                name.required();
            }
            if (!volumes.containsKey(name.text())) {
                name.notFound();
            }
            if (place.isEmpty()) {
                place.required();
            }
            if (!places.add(place.text())) {
                place.invalidText("must be unique");
            }
            if (devices.containsKey(name.text())) {
                name.invalidText("must not already exist in volumeDevices");
            }
            if (devices.containsValue(place.text())) {
                place.invalidText("must not already exist as a path in volumeDevices");
            }
            subPaths(mount, mounts);
            propagation(mount, mounts, container);
            recursiveReadOnly(mount, mounts.at("recursiveReadOnly"));
        }
    }

    private static Map<String, String> paths(Field list, String path) {
        Map<String, String> paths = new HashMap<>();
        list.items()
                .forEach(one -> paths.put(one.at("name").text(), one.at(path).text()));
        return paths;
    }

    private static void subPaths(Field mount, Field mounts) {
        Field plain = mount.at("subPath");
        Field expression = mount.at("subPathExpr");
        if (!plain.isEmpty()) {
            PathValidation.downwards(plain.under(mounts.path().child("subPath")));
        }
        if (!expression.isEmpty()) {
            if (!plain.isEmpty()) {
                expression.invalidText("subPathExpr and subPath are mutually exclusive");
            }
            PathValidation.downwards(expression.under(mounts.path().child("subPathExpr")));
        }
    }

    private static void propagation(Field mount, Field mounts, Field container) {
        if (!mount.at("mountPropagation").isSet()) {
            return;
        }
        Field propagation = mount.at("mountPropagation").under(mounts.path().child("mountPropagation"));
        propagation.mustBeOneOf("Bidirectional", "HostToContainer", "None");
        boolean privileged = container.at("securityContext", "privileged").flag();
        if (propagation.is("Bidirectional") && !privileged) {
            propagation.forbidden("Bidirectional mount propagation is available only to privileged containers");
        }
    }

    private static void recursiveReadOnly(Field mount, Field place) {
        Field mode = mount.at("recursiveReadOnly").under(place.path());
        if (!mode.isSet() || mode.is("Disabled")) {
            return;
        }
        if (!mode.is("Enabled") && !mode.is("IfPossible")) {
            mode.unsupported("Disabled", "Enabled", "IfPossible");
            return;
        }
        if (!mount.at("readOnly").flag()) {
            mode.forbidden("may only be specified when readOnly is true");
        }
        Field propagation = mount.at("mountPropagation");
        if (propagation.isSet() && !propagation.is("None")) {
            mode.forbidden("may only be specified when mountPropagation is None or not specified");
        }
    }

    static void devices(Field container, Map<String, Field> volumes) {
        Map<String, String> mounts = paths(container.at("volumeMounts"), "mountPath");
        Set<String> names = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (Field device : container.at("volumeDevices").items()) {
            Field name = device.at("name");
            Field place = device.at("devicePath");
            deviceName(name, names, volumes.get(name.text()));
            devicePlace(place, places);
            if (mounts.containsKey(name.text())) {
                name.invalidText("must not already exist in volumeMounts");
            }
            if (mounts.containsValue(place.text())) {
                place.invalidText("must not already exist as a path in volumeMounts");
            }
            if (!name.isEmpty()) {
                names.add(name.text());
            }
        }
    }

    private static void deviceName(Field name, Set<String> seen, @Nullable Field volume) {
        if (name.isEmpty()) {
            name.required();
        }
        if (seen.contains(name.text())) {
            name.invalidText("must be unique");
        }
        if (volume == null) {
            name.notFound();
        } else if (!volume.at("persistentVolumeClaim").isSet()
                && !volume.at("ephemeral").isSet()) {
            name.invalidText("can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }

    private static void devicePlace(Field place, Set<String> seen) {
        if (place.isEmpty()) {
            place.required();
        }
        if (seen.contains(place.text())) {
            place.invalidText("must be unique");
        }
        FieldErrors steps = new FieldErrors();
        PathValidation.noStepsUp(place.reportingTo(steps));
        if (steps.isEmpty()) {
            seen.add(place.text());
        } else {
            place.invalidText("can not contain backsteps ('..')");
        }
    }
}
