package dev.tenure.kinds.jsonpath;

import java.util.List;
import java.util.OptionalInt;

/// One step of a path. Immutable.
sealed interface Step {
    /// A member of an object.
    record Field(String name) implements Step {}

    /// All members or elements.
    record Every() implements Step {}

    /// It and all that is in it, at any depth.
    record Descend() implements Step {}

    /// Elements of a list. Negative places count from its end.
    ///
    /// @param to the first that is not wanted any more; empty for the end of the list
    /// @param index whether one place was stated, so that `to` is the one after it
    record Slice(int from, OptionalInt to, boolean index, OptionalInt stride) implements Step {}

    /// What each of these paths finds, one after the other.
    record Union(List<List<Step>> paths) implements Step {}

    /// The elements of a list in which a path finds something.
    record Having(List<Step> path) implements Step {}

    /// The elements of a list in which two paths find values that compare.
    ///
    /// @param operator as it is written, be it one that there is not
    record Where(List<Step> left, String operator, List<Step> right) implements Step {}

    /// A text, in place of all that was found so far.
    record Text(String text) implements Step {}

    /// Another value, in place of each that was found so far.
    record Constant(Value value) implements Step {}

    /// A word of templates, be it one that there is not.
    record Word(String word) implements Step {}
}
