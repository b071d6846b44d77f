package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.model.core.Taint;
import java.time.Duration;

/// A taint because of which a pod has to leave.
///
/// @param late how long ago it should have left because of it
/// @param stayed how long it has been under the taint
public record DueTaint(Taint taint, Duration late, Duration stayed) {}
