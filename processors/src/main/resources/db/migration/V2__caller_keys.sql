-- For H2 (in its PostgreSQL mode) and PostgreSQL alike.

-- The keys of callers that operators have made, and what became of keys whose hash stands in callers.yaml.
create table caller_key (
    hash       varchar(71)  not null primary key,
    caller     varchar(200) not null,
    -- the hash is that of a key in callers.yaml: the row only ends it
    in_file    boolean      not null,
    -- what may be seen of the key
    hint       varchar(20),
    created_at timestamp(6) with time zone,
    created_by varchar(200),
    expires_at timestamp(6) with time zone,
    revoked_at timestamp(6) with time zone,
    revoked_by varchar(200),
    reason     varchar(1000)
);

-- One row, which every change of a key counts up: who changes a key waits for it, and who has its number has all keys.
create table caller_key_revision (
    id       integer not null primary key,
    revision bigint  not null
);

insert into caller_key_revision (id, revision) values (1, 0);

-- When each key was used last, to the minute.
create table caller_key_use (
    hash    varchar(71) not null primary key,
    used_at timestamp(6) with time zone not null
);
