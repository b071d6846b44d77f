/// Tests of what commands and hooks are taken to do.
/// Never here: nodes.
/// Start at ScriptParserTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.simnodes.script;

import org.jspecify.annotations.NullMarked;
