/// The server as its clients meet it, over a socket.
@NullMarked
package dev.tenure.apiserver.http;

import org.jspecify.annotations.NullMarked;
