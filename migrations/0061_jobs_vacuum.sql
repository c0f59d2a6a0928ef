-- A queue has few rows and many updates: each claim and renewal leaves a dead row and dead index entries. They are removed
-- after a thousand of them, and from the indexes too, however small their share.
alter table jobs set (
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_cost_delay = 0,
  vacuum_index_cleanup = on
);
