/// What commands and hooks of containers do, as far as that can be told without running them.
/// Never here: the life of a container or a pod; a clock; the API.
/// Start at Script, then ScriptParser, which reads it.
/// Upstream twin: none; the scripts are those of upstream's end-to-end tests.
@NullMarked
package dev.tenure.simnodes.script;

import org.jspecify.annotations.NullMarked;
