package dev.tenure.controllers.serviceaccounttoken;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.serviceaccounttoken.AccountSecrets.Account;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Keeps the Secrets of accounts. Every method runs on its loop. Upstream: TokensController.
public final class AccountTokenLoop {
    /// The name of the controller.
    public static final String NAME = "serviceaccount-token-controller";

    private static final Informer.Selection SECRETS = new Informer.Selection(
            ResourceTypes.SECRETS, "", Map.of("fieldSelector", "type=kubernetes.io/service-account-token"));
    private static final int WORKERS_MAX = 5;

    /// Makes a token that is good for as long as a Secret holds it. Any thread.
    @FunctionalInterface
    public interface TokenMaker {
        /// @param secret the name of the Secret that will hold it
        String token(String namespace, String account, String uid, String secret);
    }

    private final ClusterClient client;
    private final TokenMaker tokens;
    private final String certificates;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer accounts;
    private final Informer secrets;
    private final Map<ObjectKey, StoredObject> known = new HashMap<>();

    /// Secrets that are gone, and whose they were.
    private final Map<ObjectKey, Account> gone = new HashMap<>();

    /// @param certificates PEM, of the authority that vouches for the API server
    public AccountTokenLoop(ControllerContext context, TokenMaker tokens, String certificates) {
        this.client = context.client();
        this.tokens = tokens;
        this.certificates = certificates;
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.accounts = context.informers().all(ResourceTypes.SERVICE_ACCOUNTS, new AccountChanges());
        this.secrets = new Informer(context.loop(), client, SECRETS, new SecretChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        accounts.start();
    }

    private static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree(object.revision());
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        StoredObject secret = known.get(key);
        if (secret != null) {
            Account account = Account.of(tree(secret));
            return Optional.of(() -> keep(secret, account));
        }
        Account account = gone.get(key);
        if (account == null) {
            return Optional.empty();
        }
        boolean refers = accounts.get(ResourceTypes.SERVICE_ACCOUNTS.key(key.namespace(), account.name()))
                .filter(there -> account.mayBe(there.uid()))
                .flatMap(there -> AccountSecrets.without(tree(there), key.name()))
                .isPresent();
        if (!refers) {
            gone.remove(key);
            return Optional.empty();
        }
        return Optional.of(() -> forget(key, account));
    }

    /// @return whether it need not be tried again
    private boolean keep(StoredObject secret, Account wanted) {
        ApiReply found = client.get(ResourceTypes.SERVICE_ACCOUNTS, secret.key().namespace(), wanted.name());
        return switch (found) {
            case ApiReply.One(var _, StoredObject account, var _)
            when wanted.mayBe(account.uid()) -> fill(secret, new Account(wanted.name(), account.uid()));
            case ApiReply.One _ -> delete(secret);
            case ApiReply.Failure(var status, var _) -> status.isNotFound() && delete(secret);
            case ApiReply.Many _, ApiReply.Document _ -> false;
        };
    }

    private boolean fill(StoredObject seen, Account account) {
        ObjectKey key = seen.key();
        ApiReply read = client.get(ResourceTypes.SECRETS, key.namespace(), key.name());
        if (!(read instanceof ApiReply.One(var _, StoredObject secret, var _))) {
            return read.succeededOrGone();
        }
        if (secret.revision() != seen.revision()) {
            // the watch brings it
            return true;
        }
        return AccountSecrets.filled(tree(secret), account, certificates, tokens)
                .map(filled ->
                        isOver(client.update(ResourceTypes.SECRETS, key.namespace(), key.name(), Document.of(filled))))
                .orElse(true);
    }

    private boolean delete(StoredObject secret) {
        return isOver(client.delete(
                ResourceTypes.SECRETS, secret.key().namespace(), secret.key().name(), Deletion.of(secret.uid())));
    }

    /// Takes the reference to a Secret that is gone from its account.
    private boolean forget(ObjectKey secret, Account wanted) {
        ApiReply found = client.get(ResourceTypes.SERVICE_ACCOUNTS, secret.namespace(), wanted.name());
        if (!(found instanceof ApiReply.One(var _, StoredObject account, var _))) {
            return found.succeededOrGone();
        }
        if (!wanted.mayBe(account.uid())) {
            return true;
        }
        return AccountSecrets.without(tree(account), secret.name())
                .map(rest -> client.update(
                                ResourceTypes.SERVICE_ACCOUNTS, secret.namespace(), wanted.name(), Document.of(rest))
                        .succeededOrGone())
                .orElse(true);
    }

    /// Whether nothing is left to do: who was quicker is told by the watch.
    private static boolean isOver(ApiReply reply) {
        return reply.succeededOrGone() || reply.isConflict();
    }

    private final class SecretChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            known.put(after.key(), after);
            gone.remove(after.key());
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            known.remove(last.key());
            gone.put(last.key(), Account.of(tree(last)));
            queue.add(last.key());
        }

        @Override
        public void synced() {
            queue.start();
        }
    }

    private final class AccountChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            gone.forEach((secret, account) -> {
                if (isOf(after.key(), secret, account)) {
                    queue.add(secret);
                }
            });
        }

        @Override
        public void deleted(StoredObject last) {
            known.forEach((key, secret) -> {
                if (isOf(last.key(), key, Account.of(tree(secret)))) {
                    queue.add(key);
                }
            });
        }

        private static boolean isOf(ObjectKey account, ObjectKey secret, Account named) {
            return account.namespace().equals(secret.namespace())
                    && account.name().equals(named.name());
        }

        @Override
        public void synced() {
            secrets.start();
        }
    }
}
