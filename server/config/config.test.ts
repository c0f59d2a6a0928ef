import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { settings } from './settings.ts'

type Case = {
  read: (config: Config) => unknown
  absent: unknown
  good: [text: string, value: unknown][]
  bad: string[]
  /** Other settings that it requires. */
  beside?: Record<string, string>
  /** Whether the settings beside it require it. */
  needed?: true
}

const switches = {
  good: [
    ['true', true],
    ['false', false],
  ] as [string, unknown][],
  bad: ['yes', '1', 'TRUE'],
}
const origins = {
  good: [
    ['https://foyer.example', 'https://foyer.example'],
    ['http://LOCALHOST:8080/', 'http://localhost:8080'],
  ] as [string, unknown][],
  bad: [
    'foyer.example',
    'ftp://foyer.example',
    'https://foyer.example/path',
    'https://me:pw@foyer.example',
    'https://',
  ],
}
const addresses = {
  good: [
    ['https://models.example/v1/', 'https://models.example/v1'],
    ['http://LOCALHOST:11434/v1', 'http://localhost:11434/v1'],
  ] as [string, unknown][],
  bad: [
    'models.example',
    'ftp://models.example',
    'https://me:pw@models.example',
    'https://models.example/?k=1',
  ],
}
const anthropic = { AGENT_MODEL: 'anthropic:claude-x', ANTHROPIC_API_KEY: 'sk-1' }
const openai = { AGENT_MODEL: 'openai:gpt-x', OPENAI_API_KEY: 'sk-2' }
const bucket = { S3_BUCKET: 'files' }

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const signals = {
  absent: true,
  good: [['none', false]] as [string, unknown][],
  bad: ['console', 'otlp,none'],
}

const cases: Record<keyof typeof settings, Case> = {
  PORT: {
    read: (config) => config.port,
    absent: 3000,
    good: [
      ['0', 0],
      ['65535', 65535],
      [' 8080 ', 8080],
    ],
    bad: ['65536', '-1', '80.5', 'http', '0x50'],
  },
  HOST: {
    read: (config) => config.host,
    absent: '127.0.0.1',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
      ['Foyer.Internal', 'foyer.internal'],
    ],
    bad: ['not a host', 'http://localhost', '-x', 'a..b'],
  },
  PUBLIC_URL: { read: (config) => config.publicUrl, absent: undefined, ...origins },
  ASSETS_URL: {
    read: (config) => config.assetsUrl,
    absent: undefined,
    good: [['https://Files.example/', 'https://files.example']],
    bad: origins.bad,
  },
  SITE_DOMAIN: {
    read: (config) => config.siteDomain,
    absent: 'localhost',
    good: [['Pages.Example.com', 'pages.example.com']],
    bad: ['https://pages.example.com', 'pages_example', '.com', 'a-.com', `${'a'.repeat(64)}.com`],
  },
  SMTP_URL: {
    read: (config) => config.mail?.smtpUrl,
    absent: undefined,
    good: [['smtps://me:pw@mail.example:465', 'smtps://me:pw@mail.example:465']],
    bad: ['mail.example', 'https://mail.example'],
    beside: { MAIL_FROM: 'hello@foyer.example' },
  },
  MAIL_FROM: {
    read: (config) => config.mail?.from,
    absent: undefined,
    good: [
      ['hello@foyer.example', 'hello@foyer.example'],
      ['Foyer <hello@foyer.example>', 'Foyer <hello@foyer.example>'],
    ],
    bad: ['hello', 'a b@foyer.example', 'Foyer <hello>'],
    beside: { SMTP_URL: 'smtp://mail.example' },
    needed: true,
  },
  GEOIP_DATABASE: {
    read: (config) => config.geoipDatabase,
    absent: undefined,
    good: [['/var/lib/geo.mmdb', '/var/lib/geo.mmdb']],
    bad: [],
  },
  DATA_DIR: {
    read: (config) => config.dataDir,
    absent: resolve('./data'),
    good: [
      ['/var/lib/foyer', '/var/lib/foyer'],
      ['here', resolve('here')],
    ],
    bad: [],
  },
  DATABASE_URL: {
    read: (config) => config.databaseUrl,
    absent: undefined,
    good: [
      ['postgres://u:p@db:5432/foyer', 'postgres://u:p@db:5432/foyer'],
      ['postgresql://db/foyer?sslmode=require', 'postgresql://db/foyer?sslmode=require'],
      ['postgres://u:p@one:5432,two/foyer', 'postgres://u:p@one:5432,two/foyer'],
    ],
    bad: ['postgres://one,/foyer', 'mysql://db/foyer', 'db:5432/foyer', 'postgres:', 'postgres:///foyer'],
  },
  FOYER_API_KEY: {
    read: (config) => config.apiKey,
    absent: undefined,
    good: [['foyer_1234567890-1234567890-12345', 'foyer_1234567890-1234567890-12345']],
    bad: ['short', 'x'.repeat(31), `with a space ${'x'.repeat(32)}`, 'ümlaut-key', 'x'.repeat(201)],
  },
  FOYER_URL: { read: (config) => config.serviceUrl, absent: undefined, ...origins },
  FOYER_DEMO: { read: (config) => config.demo, absent: true, ...switches },
  AGENT_MODEL: {
    read: ({ model }) => model && [model.provider, model.name, model.baseUrl],
    absent: undefined,
    good: [
      ['anthropic:claude-x', ['anthropic', 'claude-x', 'https://api.anthropic.com/v1']],
      ['openai:gpt-x', ['openai', 'gpt-x', 'https://api.openai.com/v1']],
      ['openai:ft:gpt-x:acme', ['openai', 'ft:gpt-x:acme', 'https://api.openai.com/v1']],
    ],
    bad: ['claude-x', 'google:gemini', 'anthropic:', 'openai:with a space', 'OpenAI:gpt-x'],
    beside: { ANTHROPIC_API_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2' },
  },
  AGENT_TIMEOUT_SECONDS: {
    read: (config) => config.agentTimeoutSeconds,
    absent: 120,
    good: [
      ['1', 1],
      ['900', 900],
    ],
    bad: ['0', '901', '1.5', 'long'],
  },
  AGENT_SEES_IMAGES: {
    read: (config) => config.model?.seesImages,
    absent: true,
    ...switches,
    beside: anthropic,
  },
  AGENT_CONTEXT_TOKENS: {
    read: (config) => config.model?.contextTokens,
    absent: undefined,
    good: [
      ['4096', 4096],
      ['200000', 200_000],
    ],
    bad: ['4095', '2000001', '8k'],
    beside: anthropic,
  },
  AGENT_TOKENS_PER_DAY: {
    read: (config) => config.quotas.agentTokensPerDay,
    absent: 0,
    good: [
      ['0', 0],
      ['500000', 500_000],
    ],
    bad: ['-1', '1000000000', '1M'],
  },
  AGENT_ALLOW_PRIVATE: { read: (config) => config.agentAllowPrivate, absent: false, ...switches },
  AGENT_LOCAL_PORTS: {
    read: (config) => config.localPorts,
    absent: { ollama: 11434, lmstudio: 1234, 'llama-server': 8080, docker: 12434 },
    good: [
      ['ollama=9000', { ollama: 9000 }],
      [' lmstudio=1 , docker=65535', { lmstudio: 1, docker: 65535 }],
    ],
    bad: ['11434', 'ollama', 'ollama=0', 'ollama=65536', 'vllm=8000', 'ollama=1=2', 'ollama=11434,'],
  },
  AGENT_PRICES: {
    read: (config) => [...config.modelPrices],
    absent: [],
    good: [
      ['gpt-x=1.25/10', [['gpt-x', { inputPerMillion: 1.25, outputPerMillion: 10 }]]],
      [
        'qwen3:8b=0/0, a/b=2/6',
        [
          ['qwen3:8b', { inputPerMillion: 0, outputPerMillion: 0 }],
          ['a/b', { inputPerMillion: 2, outputPerMillion: 6 }],
        ],
      ],
    ],
    bad: ['gpt-x', 'gpt-x=1', 'gpt-x=1/-2', 'gpt-x=a/b', 'gpt-x=1/2,', 'with space=1/2'],
  },
  ENCRYPTION_KEY: {
    read: (config) => config.encryptionKey,
    absent: undefined,
    good: [[Buffer.alloc(32, 7).toString('base64'), Buffer.alloc(32, 7)]],
    bad: ['short', Buffer.alloc(16).toString('base64'), 'x'.repeat(64)],
  },
  ENCRYPTION_KEY_PREVIOUS: {
    read: (config) => config.previousEncryptionKeys,
    absent: [],
    good: [
      [Buffer.alloc(32, 7).toString('base64'), [Buffer.alloc(32, 7)]],
      [
        [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')).join(', '),
        [Buffer.alloc(32, 1), Buffer.alloc(32, 2)],
      ],
    ],
    bad: ['short', `${Buffer.alloc(32).toString('base64')},`],
  },
  ANTHROPIC_API_KEY: {
    read: (config) => config.model?.apiKey,
    absent: undefined,
    good: [['sk-ant', 'sk-ant']],
    bad: ['with a space', 'ümlaut'],
    beside: { AGENT_MODEL: 'anthropic:claude-x' },
    needed: true,
  },
  ANTHROPIC_BASE_URL: {
    read: (config) => config.model?.baseUrl,
    absent: 'https://api.anthropic.com/v1',
    ...addresses,
    beside: anthropic,
  },
  OPENAI_API_KEY: {
    read: (config) => config.model?.apiKey,
    absent: undefined,
    good: [['sk-oai', 'sk-oai']],
    bad: ['with a space', 'ümlaut'],
    beside: { AGENT_MODEL: 'openai-compatible:llama', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
  },
  OPENAI_BASE_URL: {
    read: (config) => config.model?.baseUrl,
    absent: 'https://api.openai.com/v1',
    ...addresses,
    beside: openai,
  },
  LOG_LEVEL: {
    read: (config) => config.logLevel,
    absent: 'info',
    good: [
      ['silent', 'silent'],
      ['debug', 'debug'],
    ],
    bad: ['loud', 'INFO', '30'],
  },
  RATE_LIMIT_PER_MINUTE: {
    read: (config) => config.rateLimitPerMinute,
    absent: 3000,
    good: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['1000001', '-1', 'none'],
  },
  AUDIT_RETENTION_DAYS: {
    read: (config) => config.auditRetentionDays,
    absent: 1095,
    good: [
      ['0', 0],
      ['30', 30],
      ['36500', 36_500],
    ],
    bad: ['29', '36501', '-1', 'forever'],
  },
  TENANT_RATE_LIMIT_PER_MINUTE: {
    read: (config) => config.tenantRateLimitPerMinute,
    absent: 12_000,
    good: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['1000001', '-1', 'none'],
  },
  STORAGE_QUOTA_MIB: {
    read: (config) => config.quotas.storageMib,
    absent: 20_480,
    good: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['1000001', '-1', 'none'],
  },
  REVISIONS_PER_DAY: {
    read: (config) => config.quotas.revisionsPerDay,
    absent: 10_000,
    good: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['1000001', '-1', 'none'],
  },
  MAIL_PER_DAY: {
    read: (config) => config.quotas.mailPerDay,
    absent: 2_000,
    good: [
      ['0', 0],
      ['1000000', 1_000_000],
    ],
    bad: ['1000001', '-1', 'none'],
  },
  SESSION_IDLE_DAYS: {
    read: (config) => config.sessionDays.idle,
    absent: 30,
    good: [
      ['1', 1],
      ['365', 365],
    ],
    bad: ['0', '366', '1.5', 'a month'],
  },
  SESSION_MAX_DAYS: {
    read: (config) => config.sessionDays.most,
    absent: 90,
    good: [['14', 14]],
    bad: ['0', '366', '-1'],
  },
  WEB_CONCURRENCY: {
    read: (config) => config.webConcurrency,
    absent: 1,
    good: [
      ['1', 1],
      ['64', 64],
    ],
    bad: ['0', '65', 'all'],
  },
  DRAIN_SECONDS: {
    read: (config) => config.drainSeconds,
    absent: 1,
    good: [
      ['0', 0],
      ['60', 60],
    ],
    bad: ['61', '-1', 'long'],
  },
  TRUST_PROXY: {
    read: (config) => config.trustProxy,
    absent: false,
    good: [
      ['true', true],
      ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
      ['2001:db8::/32', '2001:db8::/32'],
    ],
    bad: ['yes', '10.0.0.0/33', '300.0.0.1', '::::', '10.0.0.1,', '10.0.0.0/8/8', '2001:db8::/129'],
  },
  BRAND_ALLOW_PRIVATE: { read: (config) => config.brandAllowPrivate, absent: false, ...switches },
  WEBHOOK_ALLOW_PRIVATE: { read: (config) => config.webhookAllowPrivate, absent: false, ...switches },
  OIDC_ISSUER: {
    read: (config) => config.oidc?.issuer,
    absent: undefined,
    good: [['https://id.example/realms/a/', 'https://id.example/realms/a/']],
    bad: ['id.example', 'ftp://id.example', 'https://me:pw@id.example'],
    beside: { OIDC_CLIENT_ID: 'foyer' },
  },
  OIDC_CLIENT_ID: {
    read: (config) => config.oidc?.clientId,
    absent: undefined,
    good: [['foyer', 'foyer']],
    bad: [],
    needed: true,
    beside: { OIDC_ISSUER: 'https://id.example' },
  },
  OIDC_CLIENT_SECRET: {
    read: (config) => config.oidc?.clientSecret,
    absent: undefined,
    good: [['s3cret', 's3cret']],
    bad: ['two words'],
    beside: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'foyer' },
  },
  OIDC_NAME: {
    read: (config) => config.oidc?.name,
    absent: 'single sign-on',
    good: [['Okta', 'Okta']],
    bad: [],
    beside: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'foyer' },
  },
  OIDC_DOMAINS: {
    read: (config) => config.oidc?.domains,
    absent: [],
    good: [['Harbor.example, sea.example', ['harbor.example', 'sea.example']]],
    bad: ['harbor example', ','],
    beside: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'foyer' },
  },
  OIDC_DEFAULT_ROLE: {
    read: (config) => config.oidc?.defaultRole,
    absent: 'viewer',
    good: [['editor', 'editor']],
    bad: ['owner'],
    beside: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'foyer' },
  },
  OIDC_ALLOW_PRIVATE: { read: (config) => config.oidcAllowPrivate, absent: false, ...switches },
  S3_BUCKET: {
    read: (config) => config.s3?.bucket,
    absent: undefined,
    good: [['my-files.prod', 'my-files.prod']],
    bad: ['ab', 'Upper', 'under_score', '-x-', 'x'.repeat(64)],
  },
  S3_REGION: {
    read: (config) => config.s3?.region,
    absent: 'us-east-1',
    good: [['eu-central-1', 'eu-central-1']],
    bad: [],
    beside: bucket,
  },
  S3_ENDPOINT: { read: (config) => config.s3?.endpoint, absent: undefined, ...origins, beside: bucket },
  S3_ACCESS_KEY_ID: {
    read: (config) => config.s3?.accessKeyId,
    absent: undefined,
    good: [['AKIA', 'AKIA']],
    bad: [],
    beside: { ...bucket, S3_SECRET_ACCESS_KEY: 's' },
  },
  S3_SECRET_ACCESS_KEY: {
    read: (config) => config.s3?.secretAccessKey,
    absent: undefined,
    good: [['s3cret', 's3cret']],
    bad: [],
    beside: { ...bucket, S3_ACCESS_KEY_ID: 'a' },
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    read: (config) => config.telemetry !== undefined,
    absent: false,
    good: [['http://collector:4318', true]],
    bad: ['collector:4318', 'grpc://collector:4317'],
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    read: () => undefined,
    absent: undefined,
    good: [['http/protobuf', undefined]],
    bad: ['grpc', 'http/json'],
  },
  OTEL_SDK_DISABLED: {
    beside: collector,
    read: (config) => config.telemetry === undefined,
    absent: false,
    good: [['true', true]],
    bad: ['yes'],
  },
  OTEL_SERVICE_NAME: {
    beside: collector,
    read: (config) => config.telemetry?.serviceName,
    absent: 'foyer',
    good: [['pages', 'pages']],
    bad: [],
  },
  OTEL_TRACES_EXPORTER: { beside: collector, read: (config) => config.telemetry?.traces, ...signals },
  OTEL_METRICS_EXPORTER: { beside: collector, read: (config) => config.telemetry?.metrics, ...signals },
  OTEL_LOGS_EXPORTER: { beside: collector, read: (config) => config.telemetry?.logs, ...signals },
  OTEL_TRACES_SAMPLER: {
    beside: collector,
    read: (config) => config.telemetry?.sampler,
    absent: 'parentbased_always_on',
    good: [['traceidratio', 'traceidratio']],
    bad: ['sometimes', 'parentbased_'],
  },
  OTEL_TRACES_SAMPLER_ARG: {
    beside: collector,
    read: (config) => config.telemetry?.sampledRatio,
    absent: 1,
    good: [
      ['0.25', 0.25],
      ['0', 0],
    ],
    bad: ['2', '-1', 'half'],
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    beside: collector,
    read: (config) => config.telemetry?.metricIntervalMs,
    absent: 60_000,
    good: [['1000', 1_000]],
    bad: ['0', '1s'],
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    beside: collector,
    read: (config) => config.telemetry?.spanDelayMs,
    absent: 5_000,
    good: [['200', 200]],
    bad: ['0', '1s'],
  },
}

for (const [name, { read, absent, good, bad, beside = {}, needed }] of Object.entries(cases))
  test(`${name} has its documented value, or is refused by name with the allowed values`, () => {
    const { [name]: _, ...others } = { ...beside, S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' } as Record<
      string,
      string
    >
    if (!needed) {
      assert.deepEqual(read(loadConfig({ ...others })), absent)
      assert.deepEqual(read(loadConfig({ ...others, [name]: '  ' })), absent)
    }
    for (const [text, value] of good)
      assert.deepEqual(read(loadConfig({ ...beside, [name]: text })), value, text)
    for (const text of bad)
      assert.throws(
        () => loadConfig({ ...beside, [name]: text }),
        (error) =>
          error instanceof ConfigError &&
          error.message === `${name} must be ${settings[name as keyof typeof settings].allowed}.`,
        text,
      )
  })

test('all errors are reported at once, without repeating values', () => {
  assert.throws(
    () =>
      loadConfig({ PORT: 'x', FOYER_API_KEY: 'secret!', FOYER_DEMO: 'no', S3_SECRET_ACCESS_KEY: 'hidden' }),
    {
      message: [
        '4 settings are invalid:',
        '  PORT must be a whole number from 0 to 65535.',
        '  FOYER_API_KEY must be 32 to 200 visible ASCII characters.',
        '  FOYER_DEMO must be true or false.',
        '  S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together.',
      ].join('\n'),
    },
  )
})

test('PUBLIC_URL must not be under SITE_DOMAIN, and ASSETS_URL must have a domain of its own', () => {
  const sites = { SITE_DOMAIN: 'pages.example' }
  for (const PUBLIC_URL of ['https://app.pages.example', 'https://app.pages.example.'])
    assert.throws(() => loadConfig({ ...sites, PUBLIC_URL }), {
      message: 'PUBLIC_URL must not be under SITE_DOMAIN, which serves the pages of tenants.',
    })
  for (const ASSETS_URL of ['https://app.example', 'https://pages.example', 'https://files.pages.example'])
    assert.throws(() => loadConfig({ ...sites, PUBLIC_URL: 'https://app.example', ASSETS_URL }), /of its own/)
  for (const PUBLIC_URL of ['https://pages.example', 'https://app.example', 'https://my-pages.example'])
    assert.equal(loadConfig({ ...sites, PUBLIC_URL }).publicUrl, PUBLIC_URL)
})

test('the config records whether a port was set explicitly, as only a default port may be replaced', () => {
  assert.equal(loadConfig({}).portGiven, false)
  assert.equal(loadConfig({ PORT: ' ' }).portGiven, false)
  assert.equal(loadConfig({ PORT: '3000' }).portGiven, true)
})

test('a model without its required settings is refused, with the names of the settings', () => {
  assert.throws(() => loadConfig({ AGENT_MODEL: 'anthropic:claude-x', OPENAI_API_KEY: 'sk-2' }), {
    message:
      'AGENT_MODEL is anthropic:, so ANTHROPIC_API_KEY must be set to your API key. Without AGENT_MODEL, the built-in agent is used, which needs no key.',
  })
  assert.throws(() => loadConfig({ AGENT_MODEL: 'openai:gpt-x' }), /OPENAI_API_KEY must be set/)
  assert.throws(() => loadConfig({ AGENT_MODEL: 'openai-compatible:llama' }), {
    message: 'AGENT_MODEL is openai-compatible:, so OPENAI_BASE_URL must be set to the URL of the endpoint.',
  })
})

test('the Anthropic address is accepted with and without its version, and a key alone configures no model', () => {
  for (const address of ['https://proxy.example', 'https://proxy.example/v1'])
    assert.equal(
      loadConfig({ ...anthropic, ANTHROPIC_BASE_URL: address }).model?.baseUrl,
      'https://proxy.example/v1',
    )
  assert.equal(loadConfig({ ANTHROPIC_API_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2' }).model, undefined)
})

test('a setting can be read from a file; a missing file, or a file beside the plain setting, is refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-settings-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'url')
  await writeFile(file, 'postgres://db.example/foyer\n')
  assert.equal(loadConfig({ DATABASE_URL_FILE: file }).databaseUrl, 'postgres://db.example/foyer')
  assert.throws(
    () => loadConfig({ DATABASE_URL_FILE: `${file}2` }),
    /DATABASE_URL_FILE can't be read: ENOENT/,
  )
  assert.throws(() => loadConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://a/b' }), /not both/)
})
