/// Tests of requests and answers as bytes, without a server of Tenure.
/// Never here: certificates of a whole cluster; dev.tenure.launch has them.
/// Start at HttpEndpointTest.
/// Upstream twin: client-go/rest (tests).
@NullMarked
package dev.tenure.client.rest;

import org.jspecify.annotations.NullMarked;
