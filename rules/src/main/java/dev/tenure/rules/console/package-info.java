/// What the forms of vendors' consoles mean in the words of Kubernetes.
/// Never here: how tolerations match (rules.taint), any user interface.
/// Start at TolerationFormRule. Source: the manual of Huawei CCE.
/// Upstream twin: none; the form of the CCE console, as its user guide tells it.
@NullMarked
package dev.tenure.rules.console;

import org.jspecify.annotations.NullMarked;
