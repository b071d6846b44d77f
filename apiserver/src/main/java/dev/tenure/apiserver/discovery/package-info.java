/// What the server says of the kinds it serves: groups, versions, resources, in the old form and in one
/// document.
/// Never here: HTTP, the kinds themselves.
/// Start at Discovery.
/// Upstream twin: apiserver/pkg/endpoints/discovery.
@NullMarked
package dev.tenure.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
