/// What the OpenAPI documents say of the kinds.
@NullMarked
package dev.tenure.kinds.openapi;

import org.jspecify.annotations.NullMarked;
