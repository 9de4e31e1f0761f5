-- For H2 (in its PostgreSQL mode) and PostgreSQL alike.

-- Calls that came with an idempotency key. Whoever inserts a key's row makes the call.
create table idempotent_call (
    -- a hash of the caller and the key
    id            varchar(64)  not null primary key,
    caller        varchar(200) not null,
    -- a keyed hash of what was asked
    request_hash  varchar(64)  not null,
    request_id    varchar(64)  not null,
    -- the instance that makes the call; null once it is finished
    owner         varchar(64),
    -- an owner that has not renewed it by then has crashed
    lease_until   timestamp(6) with time zone,
    -- an instance other than the owner waits for the answer at least until then
    awaited_until timestamp(6) with time zone,
    -- which encryption key the request's hash and the answer were made with
    sealed_with   varchar(16)  not null,
    answer_kept   boolean      not null,
    expires_at    timestamp(6) with time zone not null
);

create index idempotent_call_owner on idempotent_call (owner);
create index idempotent_call_expires on idempotent_call (expires_at);

-- Their answers, encrypted, in parts: in H2 a binary has 1,048,576 bytes at most.
create table idempotent_answer (
    call_id varchar(64) not null,
    part    integer     not null,
    content bytea       not null,
    primary key (call_id, part),
    foreign key (call_id) references idempotent_call (id) on delete cascade
);

-- One row once there are answers: which encryption key all instances have to have.
create table idempotency_seal (
    id          integer     not null primary key,
    fingerprint varchar(16) not null
);
