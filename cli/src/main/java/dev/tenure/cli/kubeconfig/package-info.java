/// Reads kubeconfig files into connections, and knows where Tenure keeps its own.
/// Never here: a request.
/// Start at KubeconfigParser.
/// Upstream twin: client-go/tools/clientcmd.
@NullMarked
package dev.tenure.cli.kubeconfig;

import org.jspecify.annotations.NullMarked;
