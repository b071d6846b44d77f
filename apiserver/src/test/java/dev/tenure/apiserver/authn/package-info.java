/// Tests of who somebody is.
@NullMarked
package dev.tenure.apiserver.authn;

import org.jspecify.annotations.NullMarked;
