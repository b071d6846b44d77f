/// Keys and certificates as TLS wants them, kept in memory, who looks at the certificates of servers, and
/// cryptography in native code.
/// Never here: making certificates, reading or writing files.
/// Start at MemoryKeys.
/// Upstream twin: none.
@NullMarked
package dev.tenure.runtime.tls;

import org.jspecify.annotations.NullMarked;
