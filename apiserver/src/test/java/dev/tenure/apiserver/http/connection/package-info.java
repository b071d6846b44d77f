/// TLS as clients meet it.
@NullMarked
package dev.tenure.apiserver.http.connection;

import org.jspecify.annotations.NullMarked;
