/// Pages that are no objects.
@NullMarked
package dev.tenure.apiserver.http.page;

import org.jspecify.annotations.NullMarked;
