-- Pages that a tenant saved to start others from. What they refer to by id (a brand, pictures) is looked up when they are used.
create table page_templates (
  tenant_id text collate "C" not null references tenants,
  template_id text collate "C" not null,
  name text not null,
  content json not null,
  document json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, template_id)
);
