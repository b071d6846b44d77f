/// What a request asks for, read out of its path, its query and its options: selectors, list, write and
/// delete options.
/// Never here: the store, a kind, HTTP headers.
/// Start at ListOptions.
/// Upstream twin: apimachinery/pkg/apis/meta/internalversion, apimachinery/pkg/labels,
/// apimachinery/pkg/fields.
@NullMarked
package dev.tenure.apiserver.request;

import org.jspecify.annotations.NullMarked;
