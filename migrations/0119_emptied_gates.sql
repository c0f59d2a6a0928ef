-- contract since 1.0.0-rc.1: the check only becomes wider, and that release reads an empty list as one that admits nobody.
-- A list of addresses is empty after the last of them was erased with its person. It goes on protecting the page.
alter table page_link_gates drop constraint page_link_gates_allowed_emails_check;
alter table page_link_gates add constraint page_link_gates_allowed_emails_check
  check (cardinality(allowed_emails) <= 100) not valid;
alter table page_link_gates validate constraint page_link_gates_allowed_emails_check;
