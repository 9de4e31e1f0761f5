-- For H2 (in its PostgreSQL mode) and PostgreSQL alike. In H2 a text without a length has 1,048,576 characters at most.

-- One edition of all that a task is built of. It never changes.
create table task_version (
    task            varchar(200) not null,
    sequence        integer      not null,
    hash            varchar(64)  not null,
    profile_version varchar(64),
    -- the name of the text with the route
    route           varchar(500) not null,
    created_at      timestamp(6) with time zone not null,
    created_by      varchar(200) not null,
    reason          varchar(1000),
    primary key (task, sequence),
    unique (task, hash)
);

create table task_text (
    task     varchar(200) not null,
    sequence integer      not null,
    name     varchar(500) not null,
    content  varchar      not null,
    primary key (task, sequence, name),
    foreign key (task, sequence) references task_version (task, sequence) on delete cascade
);

-- What serves: one row for each task, so that a change of it is there as a whole or not at all.
create table task_state (
    task           varchar(200) not null primary key,
    -- grows by one with each change; the change has this number in task_event
    revision       bigint       not null,
    last_sequence  integer      not null,
    active         integer,
    -- a rollout: in ten-thousandths of the callers
    candidate      integer,
    share          integer,
    -- a version under watch, and the one that it is measured against and gives way to
    watch          bigint,
    watch_subject  integer,
    watch_baseline integer,
    watch_until    timestamp(6) with time zone,
    error_margin   double precision,
    invalid_margin double precision,
    minimum_calls  integer,
    -- it gives way at that time unless somebody confirms it before
    revert_at      timestamp(6) with time zone,
    changed_at     timestamp(6) with time zone not null,
    foreign key (task, active) references task_version (task, sequence),
    foreign key (task, candidate) references task_version (task, sequence),
    foreign key (task, watch_baseline) references task_version (task, sequence)
);

-- Every change of what serves, for ever.
create table task_event (
    task          varchar(200) not null,
    revision      bigint       not null,
    action        varchar(20)  not null,
    from_sequence integer,
    to_sequence   integer,
    share         integer,
    happened_at   timestamp(6) with time zone not null,
    who           varchar(200) not null,
    why           varchar(1000),
    primary key (task, revision)
);

-- What each instance has counted of the versions under watch.
create table task_count (
    task     varchar(200) not null,
    watch    bigint       not null,
    sequence integer      not null,
    instance varchar(64)  not null,
    calls    bigint       not null,
    errors   bigint       not null,
    invalid  bigint       not null,
    primary key (task, watch, sequence, instance)
);
