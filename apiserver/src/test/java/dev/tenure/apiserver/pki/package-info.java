/// Tests of certificates.
@NullMarked
package dev.tenure.apiserver.pki;

import org.jspecify.annotations.NullMarked;
