/// What may come next on a command line, in the form in which kubectl asks its plugins for it.
/// Never here: a write to a cluster, an error: who presses a key wants words or none.
/// Start at Completion.
/// Upstream twin: spf13/cobra's completions.go, kubectl/pkg/cmd/plugin_completion.go.
@NullMarked
package dev.tenure.launch.completion;

import org.jspecify.annotations.NullMarked;
