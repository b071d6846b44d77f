/// Tests of the OpenAPI documents.
@NullMarked
package dev.tenure.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
