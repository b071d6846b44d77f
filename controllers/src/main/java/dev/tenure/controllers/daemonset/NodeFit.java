package dev.tenure.controllers.daemonset;

/// What a node is to a daemon set.
///
/// @param run whether a pod ought to run there
/// @param stay whether a pod that is there may stay
record NodeFit(boolean run, boolean stay) {}
