-- A delivery is written once and then changed once. With room left on its page, the change touches none of its indexes,
-- two of which parse its data: 28 µs instead of 67.
alter table webhook_deliveries set (fillfactor = 50);
