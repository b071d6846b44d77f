/// Tests of what requests ask for, without a server.
@NullMarked
package dev.tenure.apiserver.request;

import org.jspecify.annotations.NullMarked;
