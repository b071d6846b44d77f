/// The copy of a cluster that the pages are counted from, followed by watches: its nodes, and its pods as
/// rows and classes.
/// Never here: what a page shows of it (console.page).
/// Start at FollowedCluster.
/// Upstream twin: none; informers of client-go, in purpose.
@NullMarked
package dev.tenure.console.follow;

import org.jspecify.annotations.NullMarked;
