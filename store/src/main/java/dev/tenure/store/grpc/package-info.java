/// Calls by gRPC over Jetty's HTTP/2, whose classes the API server uses anyway: single ones and streams in both
/// directions, of messages that are bytes here.
/// Never here: what the messages mean.
/// Start at GrpcConnection, then GrpcCall.
/// Source: the protocol as grpc/doc/PROTOCOL-HTTP2.md has it.
@NullMarked
package dev.tenure.store.grpc;

import org.jspecify.annotations.NullMarked;
