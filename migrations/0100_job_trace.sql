-- The span that caused a job, as a W3C traceparent, so that one trace spans the request and its background work.
alter table jobs add column trace text check (char_length(trace) = 55);
