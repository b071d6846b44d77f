/// What the pages of the console show: one class a page, counted and cut here, so that a browser
/// is never sent a whole cluster.
/// Never here: sockets, cookies, who may come in (session), the copy that is counted (follow), changes
/// (change), HTML.
/// Start at ConsoleSite.
/// Upstream twin: none; kubernetes/dashboard, in purpose.
@NullMarked
package dev.tenure.console.page;

import org.jspecify.annotations.NullMarked;
