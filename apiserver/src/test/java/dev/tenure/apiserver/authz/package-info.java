/// Who may do what: the node authorizer, over a whole server in this process.
@NullMarked
package dev.tenure.apiserver.authz;

import org.jspecify.annotations.NullMarked;
