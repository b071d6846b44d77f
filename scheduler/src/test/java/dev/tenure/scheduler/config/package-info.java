/// Configurations are read as upstream reads them, and plugins of one's own take part.
/// Never here: production code.
/// Start at ConfigurationParserTest.
/// Upstream twin: pkg/scheduler/apis/config.
@NullMarked
package dev.tenure.scheduler.config;

import org.jspecify.annotations.NullMarked;
