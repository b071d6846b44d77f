/// Lets pods that ask for an extended resource tolerate the taint named like it.
/// Never here: names of resources (kinds.podspec).
/// Start at ExtendedResourceToleration.
/// Upstream twin: plugin/pkg/admission/extendedresourcetoleration.
@NullMarked
package dev.tenure.kinds.admission.extendedresourcetoleration;

import org.jspecify.annotations.NullMarked;
