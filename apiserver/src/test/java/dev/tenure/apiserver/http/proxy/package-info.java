/// The way to agents.
@NullMarked
package dev.tenure.apiserver.http.proxy;

import org.jspecify.annotations.NullMarked;
