-- Recipients of notices by e-mail, who receive nothing but one request until they have confirmed it. The token is in the
-- addresses that their e-mails have for confirming and unsubscribing.
create table notice_recipients (
  tenant_id text collate "C" not null references tenants,
  email text collate "C" not null,
  token text collate "C" not null,
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (tenant_id, email)
);
create unique index notice_recipients_token on notice_recipients (tenant_id, token);

-- Channels that have been delivering go on: their recipients count as confirmed, and can unsubscribe from now on. Recipients
-- of channels that never sent anything are asked with the next notice.
insert into notice_recipients (tenant_id, email, token, confirmed_at)
select tenant_id, email, replace(gen_random_uuid()::text, '-', ''), case when bool_or(last_sent_at is not null) then now() end
from notice_channels cross join lateral unnest(recipients) as email
where kind = 'email'
group by tenant_id, email;
