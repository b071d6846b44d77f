/// Passes a request on to another server over HTTP/1.1, and after `101 Switching Protocols` the bytes of
/// both directions.
/// Never here: who may ask for it, what the bytes mean.
/// Start at Relay.
/// Upstream twin: apimachinery/pkg/util/proxy/upgradeaware.go.
@NullMarked
package dev.tenure.runtime.tunnel;

import org.jspecify.annotations.NullMarked;
