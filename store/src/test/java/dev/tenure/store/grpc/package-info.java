/// Tests of calls by gRPC, against a server whose every frame they choose.
/// Never here: etcd, which the tests of the engine on it ask.
/// Start at GrpcConnectionTest.
/// Upstream twin: google.golang.org/grpc/internal/transport.
@NullMarked
package dev.tenure.store.grpc;

import org.jspecify.annotations.NullMarked;
