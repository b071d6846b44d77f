package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.model.meta.ApiReply;

/// PATCH of type apply: the sender states the fields it cares for, the server merges them and keeps who
/// owns what.
interface ApplyHandler {
    ApiReply apply(Call call, WriteOptions options);
}
