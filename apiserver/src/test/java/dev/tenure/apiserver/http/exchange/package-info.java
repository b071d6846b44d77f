/// Headers and bytes of answers.
@NullMarked
package dev.tenure.apiserver.http.exchange;

import org.jspecify.annotations.NullMarked;
