/// Requests for certificates of nodes' agents: those of machines that may join are approved, and what is
/// approved is signed. Requests that are over go.
/// Never here: keys, and how certificates are made ([CertificateSigner] stands for that); who may ask.
/// Start at CertificateSigningLoop.
/// Upstream twin: pkg/controller/certificates (approver, signer, cleaner).
@NullMarked
package dev.tenure.controllers.certificates;

import org.jspecify.annotations.NullMarked;
