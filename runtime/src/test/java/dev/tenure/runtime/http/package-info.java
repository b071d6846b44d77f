/// Tests of sockets that take requests.
@NullMarked
package dev.tenure.runtime.http;

import org.jspecify.annotations.NullMarked;
