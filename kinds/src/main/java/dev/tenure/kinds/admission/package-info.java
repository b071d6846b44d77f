/// Which admission plugins there are, in which order, and which are on.
/// Never here: a plugin itself (kinds.admission.<plugin>), how they are run (apiserver.admission).
/// Start at PluginCatalogue.
/// Upstream twin: pkg/kubeapiserver/options/plugins.go.
@NullMarked
package dev.tenure.kinds.admission;

import org.jspecify.annotations.NullMarked;
