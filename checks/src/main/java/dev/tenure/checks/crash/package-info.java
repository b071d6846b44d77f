/// A server that is killed again and again under load, by a program: `checks/kill/run`.
/// Never here: tests (the package of the same name among them), stores without a server
/// (store.sqlite.KillTest).
/// Start at KillMain.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.crash;

import org.jspecify.annotations.NullMarked;
