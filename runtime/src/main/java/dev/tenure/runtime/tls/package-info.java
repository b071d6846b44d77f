/// Keys and certificates as TLS wants them, kept in memory, and who looks at the certificates of servers.
/// Never here: making certificates, reading or writing files.
/// Start at MemoryKeys.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.tls;

import org.jspecify.annotations.NullMarked;
