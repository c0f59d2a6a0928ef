-- A fence is unique, so it alone finds the job that a worker holds. Without statistics, which a queue's table rarely has
-- when they would matter, a look-up by tenant, kind and key was planned over all jobs of the tenant.
create sequence job_fences;
alter table jobs alter column fence set default nextval('job_fences');
update jobs set fence = nextval('job_fences');
create unique index jobs_fence on jobs (fence);
