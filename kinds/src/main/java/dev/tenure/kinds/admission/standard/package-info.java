/// Which plugins there are, in which order, and which are on.
/// Never here: a plugin itself (kinds.admission.<plugin>).
/// Start at PluginCatalog.
/// Upstream twin: pkg/kubeapiserver/options/plugins.go.
@NullMarked
package dev.tenure.kinds.admission.standard;

import org.jspecify.annotations.NullMarked;
