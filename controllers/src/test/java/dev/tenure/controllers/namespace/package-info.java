/// Tests of what namespaces hold and of their deletion.
@NullMarked
package dev.tenure.controllers.namespace;

import org.jspecify.annotations.NullMarked;
