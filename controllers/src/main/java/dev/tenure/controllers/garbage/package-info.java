/// Deletes objects whose owners are gone, and carries out foreground and orphaning deletion.
/// Never here: the finalizers' being set (apiserver.handler).
/// Start at GarbageRule, then GarbageLoop.
/// Upstream twin: pkg/controller/garbagecollector.
@NullMarked
package dev.tenure.controllers.garbage;

import org.jspecify.annotations.NullMarked;
