/// The API of a cluster over HTTPS: connections, credentials, URLs.
/// Never here: retries that wait, informers, a decision about a pod.
/// Start at HttpEndpoint.
/// Upstream twin: client-go/rest.
@NullMarked
package dev.tenure.client.rest;

import org.jspecify.annotations.NullMarked;
