-- Which language model answered, as provider:name; null for the built-in agent and for what people say.
alter table messages add column model text;
