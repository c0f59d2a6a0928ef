alter table audiences
  -- Name and logo of the account as they were at the last publish: live pages show these, not today's.
  add recipient_name text,
  add recipient_logo_asset_id text collate "C",
  add constraint audiences_recipient_logo foreign key (tenant_id, recipient_logo_asset_id) references assets;

update audiences a
set recipient_name = coalesce(account.name, account.domain), recipient_logo_asset_id = account.logo_asset_id
from accounts account
where account.tenant_id = a.tenant_id and account.account_id = a.account_id and a.live_at is not null;
