/// Tables and JSON for people and scripts.
/// Never here: a request.
/// Start at TextTable.
/// Upstream twin: cli-runtime/pkg/printers.
@NullMarked
package dev.tenure.cli.print;

import org.jspecify.annotations.NullMarked;
