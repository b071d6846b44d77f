/// What a cluster's nodes and pods come to, counted one by one while they are read.
/// Never here: text (cli.print), calls to a server.
/// Start at PodTally.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.status;

import org.jspecify.annotations.NullMarked;
