-- Audiences made many at a time. A batch is worked off in steps, each a transaction that holds the batch's row: a
-- worker that dies lets go of it, and the step it was at never happened.
create table batches (
  tenant_id text collate "C" not null,
  batch_id text collate "C" not null,
  page_id text collate "C" not null,
  status text not null default 'running' check (status in ('running', 'cancelling', 'finished', 'cancelled')),
  message text,
  csv_file_id text collate "C",
  -- Which column of the file was read as what.
  columns json,
  total_rows int not null default 0,
  -- The last row that was taken up; those after it wait.
  cursor int not null default 0,
  due_at timestamptz not null default now(),
  idempotency_key text collate "C",
  fingerprint bytea,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, page_id) references pages,
  check ((idempotency_key is null) = (fingerprint is null)),
  check ((status in ('finished', 'cancelled')) = (finished_at is not null))
);
create index batches_page on batches (tenant_id, page_id, batch_id);
create unique index batches_key on batches (tenant_id, idempotency_key) where idempotency_key is not null;
create index batches_due on batches (tenant_id, due_at) where finished_at is null;
select tally('batches', '''batches''');
select tally('batches', '''batches:'' || page_id');

create table batch_rows (
  tenant_id text collate "C" not null,
  batch_id text collate "C" not null,
  position int not null check (position > 0),
  -- As a spreadsheet numbers them; null for what did not come from a file.
  csv_row int,
  status text not null default 'waiting' check
    (status in ('waiting', 'made', 'running', 'drafted', 'unchanged', 'failed', 'cancelled', 'repeated')),
  -- What to make of it. Emptied once that is done: whoever is erased later must not live on here.
  given json,
  reason text,
  person_id text collate "C",
  account_id text collate "C",
  audience_id text collate "C",
  version_id text collate "C",
  -- Stays when the audience is gone.
  has_made boolean not null default false,
  primary key (tenant_id, batch_id, position),
  foreign key (tenant_id, batch_id) references batches,
  foreign key (tenant_id, person_id) references persons on delete set null (person_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, audience_id) references audiences on delete set null (audience_id),
  check ((status = 'waiting') = (given is not null))
);
create index batch_rows_status on batch_rows (tenant_id, batch_id, status, position);
create index batch_rows_person on batch_rows (tenant_id, person_id, batch_id) where person_id is not null;
create index batch_rows_account on batch_rows (tenant_id, account_id, batch_id) where account_id is not null;
create index batch_rows_audience on batch_rows (tenant_id, audience_id) where audience_id is not null;
select tally('batch_rows', '''batch:'' || batch_id || '':'' || status || case when has_made then '':made'' else '''' end');
