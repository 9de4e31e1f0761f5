-- For H2 (in its PostgreSQL mode) and PostgreSQL alike. Text without a length holds up to 1,048,576 characters in H2.
create table task_version (id bigint primary key);
