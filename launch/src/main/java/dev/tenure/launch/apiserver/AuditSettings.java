package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.audit.AuditPolicy;
import dev.tenure.runtime.io.RotatedFile;
import java.nio.file.Path;
import java.util.Optional;

/// What is written down of requests, and where.
///
/// @param file nothing for standard output
record AuditSettings(AuditPolicy policy, Optional<Path> file, RotatedFile.Limits limits) {}
