/// Which objects of a collection a list or a watch means: by selectors, by revision, and from which page on.
/// Never here: reading the collection, or the form of the answer.
/// Start at SelectionReader and ContinueToken.
/// Upstream twin: apiserver/pkg/storage (selection_predicate.go, continue.go).
@NullMarked
package dev.tenure.apiserver.handler.selection;

import org.jspecify.annotations.NullMarked;
