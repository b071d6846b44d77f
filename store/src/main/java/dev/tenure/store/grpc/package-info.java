/// Calls by gRPC over Jetty's HTTP/2, whose classes the API server uses anyway: single ones and streams in
/// both directions, of messages that are bytes here.
/// Never here: what the messages mean.
/// Start at GrpcConnection, then GrpcCall.
/// Upstream twin: google.golang.org/grpc (clientconn.go, stream.go); the protocol is
/// grpc/doc/PROTOCOL-HTTP2.md.
@NullMarked
package dev.tenure.store.grpc;

import org.jspecify.annotations.NullMarked;
