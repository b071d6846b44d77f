package dev.tenure.sim.node;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// Messages of gRPC as numbered fields, for a server that knows no schema.
final class FieldsMarshaller implements MethodDescriptor.Marshaller<UnknownFieldSet> {
    @Override
    public InputStream stream(UnknownFieldSet value) {
        return new ByteArrayInputStream(value.toByteArray());
    }

    @Override
    public UnknownFieldSet parse(InputStream stream) {
        try (stream) {
            return UnknownFieldSet.parseFrom(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
