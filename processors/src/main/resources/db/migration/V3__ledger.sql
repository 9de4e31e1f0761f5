-- For H2 (in its PostgreSQL mode) and PostgreSQL alike. Amounts are billionths of a USD.

-- What calls under way have reserved. A call can have several; what is left after their time is the sweeper's.
create table ledger_hold (
    id           uuid         not null primary key,
    call_id      varchar(100) not null,
    caller       varchar(200) not null,
    organisation varchar(200) not null,
    team         varchar(200) not null,
    task         varchar(200) not null,
    arrived_at   timestamp(6) with time zone not null,
    expires_at   timestamp(6) with time zone not null,
    cost         bigint       not null,
    credit       bigint       not null
);

create index ledger_hold_call on ledger_hold (call_id);
create index ledger_hold_expiry on ledger_hold (expires_at);

-- How each call ended: the sums of its entries, and what reports tell calls apart by.
create table ledger_settlement (
    call_id      varchar(100) not null primary key,
    -- the day and month of the call's money
    arrived_at   timestamp(6) with time zone not null,
    settled_at   timestamp(6) with time zone not null,
    caller       varchar(200) not null,
    organisation varchar(200) not null,
    team         varchar(200) not null,
    task         varchar(200) not null,
    feature      varchar(200),
    -- those that answered
    deployment   varchar(200),
    model        varchar(200),
    outcome      varchar(50)  not null,
    cost         bigint       not null,
    -- what the customer was charged, and what beyond that the gateway bore
    credit       bigint       not null,
    overrun      bigint       not null,
    input_tokens  bigint      not null,
    output_tokens bigint      not null,
    estimated    boolean      not null,
    unpriced     boolean      not null,
    swept        boolean      not null
);

create index ledger_settlement_day on ledger_settlement (arrived_at);
create index ledger_settlement_organisation on ledger_settlement (organisation, arrived_at);
create index ledger_settlement_task on ledger_settlement (task, arrived_at);
create index ledger_settlement_caller on ledger_settlement (caller, arrived_at);

-- Rows are added, never changed: each moves an amount from one account to another within one book.
create table ledger_entry (
    call_id       varchar(100) not null,
    number        integer      not null,
    book          varchar(6)   not null,
    from_account  varchar(420) not null,
    to_account    varchar(420) not null,
    amount        bigint       not null,
    written_at    timestamp(6) with time zone not null,
    -- why something was paid for
    kind          varchar(20)  not null,
    -- what was paid for; of the book of costs only
    model         varchar(200),
    response_id   varchar(200),
    input_tokens  bigint       not null,
    cache_read_tokens bigint   not null,
    cache_write_tokens bigint  not null,
    output_tokens bigint       not null,
    reasoning_tokens bigint    not null,
    price_version varchar(64),
    estimated     boolean      not null,
    unpriced      boolean      not null,
    swept         boolean      not null,
    -- the entry of the same call that this one corrects, which is done once
    corrects      integer,
    primary key (call_id, number),
    unique (call_id, corrects),
    foreign key (call_id) references ledger_settlement (call_id)
);

create index ledger_entry_response on ledger_entry (response_id);

-- The sums of settlements and holds of accounts that have a limit, so that a call need not add up the others.
create table ledger_balance (
    account      varchar(420) not null,
    book         varchar(6)   not null,
    time_window  varchar(5)   not null,
    -- its first day
    period       date         not null,
    spent        bigint       not null,
    held         bigint       not null,
    -- the limit by which it was judged last, and the level in percent of which was told
    limit_amount bigint       not null,
    alerted      integer      not null,
    primary key (account, book, time_window, period)
);

-- The number of the last transaction of each process: one whose end was not heard of is not written twice.
create table ledger_writer (
    writer uuid   not null primary key,
    batch  bigint not null
);

-- Who does what one instance has to do for all.
create table ledger_lease (
    name   varchar(50) not null primary key,
    holder uuid        not null,
    until  timestamp(6) with time zone not null
);
