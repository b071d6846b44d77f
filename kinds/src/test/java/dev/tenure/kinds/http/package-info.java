/// The server as its clients meet it, over a socket, with all its kinds.
@NullMarked
package dev.tenure.kinds.http;

import org.jspecify.annotations.NullMarked;
