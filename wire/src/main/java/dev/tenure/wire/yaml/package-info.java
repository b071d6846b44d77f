/// YAML ⇄ JSON, as sigs.k8s.io/yaml has it: YAML 1.1's scalars, sorted keys, its messages.
/// Never here: kinds or the schema.
/// Start at Yaml.
/// Upstream twin: sigs.k8s.io/yaml over go-yaml v2.
@NullMarked
package dev.tenure.wire.yaml;

import org.jspecify.annotations.NullMarked;
