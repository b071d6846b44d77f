/// Keys and certificates of a cluster: made at first start, read afterwards.
/// Never here: TLS, who a certificate is let in as (authn).
/// Start at PkiFolder.
/// Upstream twin: client-go/util/cert.
@NullMarked
package dev.tenure.apiserver.pki;

import org.jspecify.annotations.NullMarked;
