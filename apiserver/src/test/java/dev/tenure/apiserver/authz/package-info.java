/// Who may do what: roles that are made of others.
@NullMarked
package dev.tenure.apiserver.authz;

import org.jspecify.annotations.NullMarked;
