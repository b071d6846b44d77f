/// Objects as Kubernetes' protobuf: messages by the schema's field numbers, the envelope around them, watch
/// frames.
/// Never here: generated classes, HTTP.
/// Start at ProtoCodec.
/// Upstream twin: runtime/serializer/protobuf and the generated.pb.go files.
@NullMarked
package dev.tenure.wire.proto;

import org.jspecify.annotations.NullMarked;
