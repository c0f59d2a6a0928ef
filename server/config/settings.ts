import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { localPorts, modelPrices, usualPorts } from './localModels.ts'
import {
  baseUrl,
  boolean,
  encryptionKey,
  encryptionKeys,
  hostName,
  hostNames,
  issuerUrl,
  mailAddress,
  matching,
  origin,
  postgresUrl,
  role,
  type Setting,
  secret,
  setting,
  smtpUrl,
  text,
  trustProxy,
  wholeNumber,
} from './settingValues.ts'
import { telemetrySettings } from './telemetryConfig.ts'

/** Every setting of Foyer in one table: its name, allowed values and default. */
export const settings = {
  PORT: setting('Port to listen on.', '3000', 'a whole number from 0 to 65535', wholeNumber(0, 65535)),
  HOST: setting('Address to listen on.', '127.0.0.1', 'an IP address or host name', (value) =>
    isIP(value) ? value : hostName(value),
  ),
  PUBLIC_URL: setting(
    'Public URL of the service; derived from HOST and PORT by default.',
    undefined,
    'an http or https address without a path',
    origin,
  ),
  SITE_DOMAIN: setting(
    'Parent domain of the subdomains that serve pages by default.',
    'localhost',
    'a host name',
    hostName,
  ),
  ASSETS_URL: setting(
    'URL of a host of its own, such as a CDN, for downloads and for the images and videos of pages; by default, downloads come from PUBLIC_URL and the others from the host of their page.',
    undefined,
    'an http or https address without a path',
    origin,
  ),
  DATA_DIR: setting(
    'Folder for the embedded database and uploaded files.',
    './data',
    'a folder path',
    (value) => resolve(value),
  ),
  DATABASE_URL: setting(
    'PostgreSQL 15 or later; with several hosts, the one that accepts writes is used. Without it, Foyer runs an embedded PostgreSQL in DATA_DIR.',
    undefined,
    'a postgres:// or postgresql:// address',
    postgresUrl,
  ),
  FOYER_API_KEY: setting(
    'Gives the first tenant, demo, this key. Without it, a key is created and printed once.',
    undefined,
    '32 to 200 visible ASCII characters',
    (value) => matching(value, /^[\x21-\x7e]{32,200}$/),
  ),
  FOYER_URL: setting(
    'Service that commands such as `foyer pages list` call; PUBLIC_URL, or PORT on this machine, by default.',
    undefined,
    'an http or https address without a path',
    origin,
  ),
  FOYER_DEMO: setting('Whether the first start creates sample data.', 'true', 'true or false', boolean),
  AGENT_MODEL: setting(
    'Language model that turns messages into versions; the built-in agent is used by default.',
    undefined,
    'anthropic:, openai: or openai-compatible: and the name of a model',
    (value) => matching(value, /^(anthropic|openai|openai-compatible):[\x21-\x7e]{1,200}$/),
  ),
  AGENT_TIMEOUT_SECONDS: setting(
    'Time limit of the agent for one message, in seconds.',
    '120',
    'a whole number from 1 to 900',
    wholeNumber(1, 900),
  ),
  AGENT_SEES_IMAGES: setting(
    'Whether the model can see images. If so, it describes new ones.',
    'true',
    'true or false',
    boolean,
  ),
  AGENT_CONTEXT_TOKENS: setting(
    'Tokens that the context of the model holds. Set it for models with less than 64,000: what they are sent is shortened to fit.',
    undefined,
    'a whole number from 4096 to 2000000',
    wholeNumber(4096, 2_000_000),
  ),
  AGENT_TOKENS_PER_DAY: setting(
    'Tokens of the model in AGENT_MODEL that a tenant can use on a day of UTC; 0 disables this limit.',
    '0',
    'a whole number from 0 to 999999999',
    wholeNumber(0, 999_999_999),
  ),
  ANTHROPIC_API_KEY: setting('API key for Anthropic models.', undefined, 'visible ASCII characters', secret),
  ANTHROPIC_BASE_URL: setting(
    'URL of another endpoint with the Anthropic Messages API.',
    undefined,
    'an http or https address',
    baseUrl,
  ),
  OPENAI_API_KEY: setting(
    'API key for OpenAI models, or for the endpoint in OPENAI_BASE_URL.',
    undefined,
    'visible ASCII characters',
    secret,
  ),
  OPENAI_BASE_URL: setting(
    'URL of another endpoint with the OpenAI API; required for openai-compatible: models.',
    undefined,
    'an http or https address',
    baseUrl,
  ),
  AGENT_ALLOW_PRIVATE: setting(
    'Allows models chosen by tenants to use private addresses, such as one on this machine.',
    'false',
    'true or false',
    boolean,
  ),
  AGENT_LOCAL_PORTS: setting(
    'Ports of this machine at which language models are looked for.',
    usualPorts,
    'a comma-separated list such as ollama=11434,lmstudio=1234,llama-server=8080,docker=12434',
    localPorts,
  ),
  AGENT_PRICES: setting(
    'Prices of models that are not in the list of prices, or that differ from it: US dollars for a million tokens read and written.',
    undefined,
    'a comma-separated list such as gpt-5=1.25/10,my-model=0.2/0.6',
    modelPrices,
  ),
  ENCRYPTION_KEY: setting(
    'Encrypts webhook secrets and the model keys of tenants. Without it, a key is created in DATA_DIR; processes on several machines need the same one.',
    undefined,
    '32 random bytes in base64, such as `openssl rand -base64 32` prints',
    encryptionKey,
  ),
  ENCRYPTION_KEY_PREVIOUS: setting(
    'Former encryption keys that stored secrets can still be read with. Needed until `npx foyer secrets reencrypt` has run.',
    undefined,
    'a comma-separated list of keys',
    encryptionKeys,
  ),
  LOG_LEVEL: setting(
    'How much is logged.',
    'info',
    'one of fatal, error, warn, info, debug, trace, silent',
    (value) => matching(value, /^(fatal|error|warn|info|debug|trace|silent)$/),
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    'Requests per minute and key; 0 disables this limit, the one of a tenant and the one on wrong keys.',
    '3000',
    'a whole number from 0 to 1000000',
    wholeNumber(0, 1_000_000),
  ),
  TENANT_RATE_LIMIT_PER_MINUTE: setting(
    'Requests per minute of all keys of a tenant together; 0 disables this limit.',
    '12000',
    'a whole number from 0 to 1000000',
    wholeNumber(0, 1_000_000),
  ),
  AUDIT_RETENTION_DAYS: setting(
    'How long the audit log is kept, in days; 0 keeps it for good.',
    '1095',
    '0 or a whole number from 30 to 36500',
    (value) => (value === '0' ? 0 : wholeNumber(30, 36_500)(value)),
  ),
  STORAGE_QUOTA_MIB: setting(
    'Files that a tenant can store, in MiB; 0 disables this limit.',
    '20480',
    'a whole number from 0 to 1000000',
    wholeNumber(0, 1_000_000),
  ),
  REVISIONS_PER_DAY: setting(
    'Revisions of its pages that a tenant can make within 24 hours; 0 disables this limit.',
    '10000',
    'a whole number from 0 to 1000000',
    wholeNumber(0, 1_000_000),
  ),
  MAIL_PER_DAY: setting(
    'E-mails that are sent for a tenant on a day of UTC; 0 disables this limit.',
    '2000',
    'a whole number from 0 to 1000000',
    wholeNumber(0, 1_000_000),
  ),
  SESSION_IDLE_DAYS: setting(
    'Days without use after which a session of the console ends.',
    '30',
    'a whole number from 1 to 365',
    wholeNumber(1, 365),
  ),
  SESSION_MAX_DAYS: setting(
    'Days after which a session of the console ends in any case.',
    '90',
    'a whole number from 1 to 365',
    wholeNumber(1, 365),
  ),
  WEB_CONCURRENCY: setting(
    'Web processes on this machine.',
    '1',
    'a whole number from 1 to 64',
    wholeNumber(1, 64),
  ),
  DRAIN_SECONDS: setting(
    'How long a stopping process keeps serving open connections while /readyz responds with 503, in seconds. Set it longer than your load balancer needs to notice.',
    '1',
    'a whole number from 0 to 60',
    wholeNumber(0, 60),
  ),
  TRUST_PROXY: setting(
    'Proxies whose X-Forwarded-* headers are trusted. `true` trusts every caller, so prefer the addresses of your proxies.',
    'false',
    'true, false, or a comma-separated list of addresses and ranges',
    trustProxy,
  ),
  SMTP_URL: setting(
    'Mail server for notices, e-mail codes, invitations and links for signing in, with user name and password if required. Without it, no e-mail is sent.',
    undefined,
    'an smtp:// or smtps:// address',
    smtpUrl,
  ),
  MAIL_FROM: setting(
    'Sender of e-mails. Required with SMTP_URL.',
    undefined,
    'an e-mail address, or a name and one: Foyer <hello@example.com>',
    mailAddress,
  ),
  GEOIP_DATABASE: setting(
    'MaxMind DB file (.mmdb) to look up the country of visitors. Without it, countries are unknown.',
    undefined,
    'a file path',
    (value) => resolve(value),
  ),
  WEBHOOK_ALLOW_PRIVATE: setting(
    'Allows webhooks to private addresses, for tests and internal use.',
    'false',
    'true or false',
    boolean,
  ),
  BRAND_ALLOW_PRIVATE: setting(
    'Allows brands to be read from sites on private addresses, for tests and internal use.',
    'false',
    'true or false',
    boolean,
  ),
  OIDC_ISSUER: setting(
    'OpenID Connect provider of the first tenant, in addition to those set in the console: the URL of its issuer.',
    undefined,
    'an http or https address',
    issuerUrl,
  ),
  OIDC_CLIENT_ID: setting('Client id at that provider. Required with OIDC_ISSUER.', undefined, 'text', text),
  OIDC_CLIENT_SECRET: setting(
    'Client secret at that provider; public clients have none.',
    undefined,
    'visible ASCII characters',
    secret,
  ),
  OIDC_NAME: setting('Name of that provider on its button.', 'single sign-on', 'text', text),
  OIDC_DOMAINS: setting(
    'Domains whose people join by themselves, once they are verified as domains of the tenant.',
    undefined,
    'a comma-separated list of host names',
    hostNames,
  ),
  OIDC_DEFAULT_ROLE: setting(
    'Role of people who join by themselves.',
    'viewer',
    'one of viewer, editor, publisher, admin',
    role,
  ),
  OIDC_ALLOW_PRIVATE: setting(
    'Allows identity providers, and metadata of apps, on private addresses and without TLS, for tests and internal use.',
    'false',
    'true or false',
    boolean,
  ),
  S3_BUCKET: setting(
    'Stores files in this S3 bucket instead of DATA_DIR.',
    undefined,
    'a bucket name of 3 to 63 characters',
    (value) => matching(value, /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  ),
  S3_REGION: setting('Region of the bucket.', 'us-east-1', 'a region name', text),
  S3_ENDPOINT: setting(
    'Endpoint of an S3-compatible store.',
    undefined,
    'an http or https address without a path',
    origin,
  ),
  S3_ACCESS_KEY_ID: setting(
    'Access key; the default AWS credential sources are used without it.',
    undefined,
    'text',
    text,
  ),
  S3_SECRET_ACCESS_KEY: setting('Secret of the access key.', undefined, 'text', text),
  ...telemetrySettings,
} as const

type Settings = typeof settings
type ValueOf<S> =
  S extends Setting<infer T, infer D>
    ? D extends string
      ? Exclude<T, undefined>
      : Exclude<T, undefined> | undefined
    : never
/** The values of all settings, or their defaults. */
export type SettingValues = { [K in keyof Settings]: ValueOf<Settings[K]> }
