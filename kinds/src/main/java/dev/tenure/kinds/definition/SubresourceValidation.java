package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;

/// The paths that `scale` shows. Upstream: ValidateCustomResourceDefinitionSubresources.
final class SubresourceValidation {
    private SubresourceValidation() {}

    static void check(Field subresources) {
        Field scale = subresources.at("scale");
        if (!scale.isSet()) {
            return;
        }
        path(scale, "specReplicasPath", ".spec.", "should be a json path under .spec");
        path(scale, "statusReplicasPath", ".status.", "should be a json path under .status");
        Field selector = scale.at("labelSelectorPath");
        if (!selector.isEmpty() && simple(selector)) {
            boolean good =
                    selector.text().startsWith(".spec.") || selector.text().startsWith(".status.");
            if (!good) {
                selector.invalidText("should be a json path under either .spec or .status");
            }
        }
    }

    private static void path(Field scale, String name, String front, String complaint) {
        Field path = scale.at(name);
        if (path.isEmpty()) {
            path.required();
        } else if (simple(path) && !path.text().startsWith(front)) {
            path.invalidText(complaint);
        }
    }

    /// Reports a path that does not begin with a dot.
    static boolean simple(Field path) {
        if (path.text().startsWith(".")) {
            return true;
        }
        path.invalidText("must be a simple json path starting with .");
        return false;
    }
}
