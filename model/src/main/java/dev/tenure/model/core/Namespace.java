package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;

/// Decisions read its labels.
public record Namespace(ObjectMeta meta) {}
