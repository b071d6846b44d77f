/// Tests of commands that need no cluster, or a fake of one.
/// Never here: sockets.
/// Start at TolerationCommandTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.command;

import org.jspecify.annotations.NullMarked;
