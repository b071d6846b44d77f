package dev.tenure.runtime.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// One request and its answer, whatever the socket: what pages need of it that are served on several.
/// Confined to the thread that serves the request.
public interface Conversation {
    String method();

    /// The path, decoded no further than the socket does.
    String path();

    /// The parameters of the query, by name.
    Map<String, List<String>> query();

    /// A header's value; empty text when it is absent.
    String header(String name);

    /// The name and port by which the client knows this socket, for example `localhost:6443`; empty when it
    /// does not say.
    String host();

    /// Reads the body to its end.
    ///
    /// @throws IOException when it is too large, too slow or cut off
    byte[] body() throws IOException;

    /// Sets a header of the answer.
    void setHeader(String name, String value);

    /// Answers at once with these bytes, as they are.
    ///
    /// @param type of the content; empty for none
    void answer(int code, String type, byte[] body) throws IOException;

    /// Begins an answer that goes on; it ends when the conversation is over.
    void begin(int code, String type) throws IOException;

    /// Sends a part of an answer that goes on; blocks while the client does not read.
    ///
    /// @throws IOException when the client has gone
    void send(byte[] part) throws IOException;
}
