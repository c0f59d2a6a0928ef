import { readFileSync } from 'node:fs'
import { StartError } from '../start/startError.ts'
import { withAgentFile } from './agentFile.ts'
import type { ModelPrice } from './localModels.ts'
import { readModel } from './modelConfig.ts'
import { type SettingValues, settings } from './settings.ts'
import { secret } from './settingValues.ts'
import { readTelemetry } from './telemetryConfig.ts'

export type Config = ReturnType<typeof loadConfig>

export class ConfigError extends StartError {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(
      mistakes.length === 1
        ? mistakes.join()
        : `${mistakes.length} settings are invalid:\n  ${mistakes.join('\n  ')}`,
    )
    this.mistakes = mistakes
  }
}

/** Reads the environment once. Reports every invalid value with the allowed ones. */
export function loadConfig(given: Record<string, string | undefined> = process.env) {
  const wrong: string[] = []
  const complete = withSecretFiles(given, wrong)
  const environment = withAgentFile(complete)
  const raw = Object.fromEntries(
    Object.entries(settings).map(([name, { fallback, allowed, parse }]) => {
      const written = environment[name]?.trim() || fallback
      const value = written === undefined ? undefined : parse(written)
      if (written !== undefined && value === undefined) wrong.push(`${name} must be ${allowed}.`)
      return [name, value]
    }),
  ) as SettingValues
  if (Boolean(raw.S3_ACCESS_KEY_ID) !== Boolean(raw.S3_SECRET_ACCESS_KEY))
    wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together.')
  // Pages of tenants on a sibling host must not be able to read the console's cookie.
  if (raw.PUBLIC_URL && new URL(raw.PUBLIC_URL).hostname.replace(/\.$/, '').endsWith(`.${raw.SITE_DOMAIN}`))
    wrong.push('PUBLIC_URL must not be under SITE_DOMAIN, which serves the pages of tenants.')
  if (raw.ASSETS_URL && isSharedHost(new URL(raw.ASSETS_URL).hostname, raw))
    wrong.push('ASSETS_URL must be a host of its own: neither that of PUBLIC_URL nor under SITE_DOMAIN.')
  if (raw.SMTP_URL && !environment.MAIL_FROM?.trim()) wrong.push('MAIL_FROM must be given with SMTP_URL.')
  if (raw.OIDC_ISSUER && !raw.OIDC_CLIENT_ID) wrong.push('OIDC_CLIENT_ID must be given with OIDC_ISSUER.')
  const model = readModel(raw, wrong)
  if (wrong.length > 0) throw new ConfigError(wrong)
  return {
    /** The names of all settings that are set. */
    given: Object.keys(settings).filter((name) => environment[name]?.trim()),
    port: raw.PORT,
    portGiven: Boolean(environment.PORT?.trim()),
    host: raw.HOST,
    publicUrl: raw.PUBLIC_URL,
    siteDomain: raw.SITE_DOMAIN,
    assetsUrl: raw.ASSETS_URL,
    dataDir: raw.DATA_DIR,
    databaseUrl: raw.DATABASE_URL,
    apiKey: raw.FOYER_API_KEY,
    serviceUrl: raw.FOYER_URL,
    demo: raw.FOYER_DEMO,
    model,
    /** Whether the model was stored by `foyer agent setup`. */
    isModelStored: environment !== complete,
    /** Provider keys in the environment, whichever model is used. */
    providerKeys: {
      anthropic: secret(complete.ANTHROPIC_API_KEY?.trim() ?? ''),
      openai: secret(complete.OPENAI_API_KEY?.trim() ?? ''),
    },
    agentTimeoutSeconds: raw.AGENT_TIMEOUT_SECONDS,
    agentAllowPrivate: raw.AGENT_ALLOW_PRIVATE,
    localPorts: raw.AGENT_LOCAL_PORTS,
    modelPrices: raw.AGENT_PRICES ?? new Map<string, ModelPrice>(),
    encryptionKey: raw.ENCRYPTION_KEY,
    previousEncryptionKeys: raw.ENCRYPTION_KEY_PREVIOUS ?? [],
    logLevel: raw.LOG_LEVEL,
    auditRetentionDays: raw.AUDIT_RETENTION_DAYS,
    rateLimitPerMinute: raw.RATE_LIMIT_PER_MINUTE,
    tenantRateLimitPerMinute: raw.TENANT_RATE_LIMIT_PER_MINUTE,
    quotas: {
      storageMib: raw.STORAGE_QUOTA_MIB,
      revisionsPerDay: raw.REVISIONS_PER_DAY,
      mailPerDay: raw.MAIL_PER_DAY,
      agentTokensPerDay: raw.AGENT_TOKENS_PER_DAY,
    },
    sessionDays: { idle: raw.SESSION_IDLE_DAYS, most: raw.SESSION_MAX_DAYS },
    webConcurrency: raw.WEB_CONCURRENCY,
    drainSeconds: raw.DRAIN_SECONDS,
    trustProxy: raw.TRUST_PROXY,
    mail: raw.SMTP_URL && raw.MAIL_FROM ? { smtpUrl: raw.SMTP_URL, from: raw.MAIL_FROM } : undefined,
    telemetry: readTelemetry(raw),
    geoipDatabase: raw.GEOIP_DATABASE,
    webhookAllowPrivate: raw.WEBHOOK_ALLOW_PRIVATE,
    brandAllowPrivate: raw.BRAND_ALLOW_PRIVATE,
    oidcAllowPrivate: raw.OIDC_ALLOW_PRIVATE,
    oidc:
      raw.OIDC_ISSUER && raw.OIDC_CLIENT_ID
        ? {
            issuer: raw.OIDC_ISSUER,
            clientId: raw.OIDC_CLIENT_ID,
            clientSecret: raw.OIDC_CLIENT_SECRET,
            name: raw.OIDC_NAME,
            domains: raw.OIDC_DOMAINS ?? [],
            defaultRole: raw.OIDC_DEFAULT_ROLE,
          }
        : undefined,
    s3: raw.S3_BUCKET
      ? {
          bucket: raw.S3_BUCKET,
          region: raw.S3_REGION,
          endpoint: raw.S3_ENDPOINT,
          accessKeyId: raw.S3_ACCESS_KEY_ID,
          secretAccessKey: raw.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
  }
}

/** The environment of child processes: enough to run, without settings that would affect them. */
export function childEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, SystemRoot } = process.env
  return { PATH, HOME, SystemRoot, LC_ALL: 'C', TZ: 'UTC' }
}

/** Settings can be read from files: `DATABASE_URL_FILE=/run/secrets/database` names one. */
function withSecretFiles(given: Record<string, string | undefined>, wrong: string[]) {
  const read: Record<string, string> = {}
  for (const name of Object.keys(settings)) {
    const file = given[`${name}_FILE`]?.trim()
    if (!file) continue
    if (given[name]?.trim()) wrong.push(`${name} and ${name}_FILE must not both be given.`)
    try {
      read[name] = readFileSync(file, 'utf8')
    } catch (error) {
      wrong.push(`${name}_FILE can't be read: ${(error as NodeJS.ErrnoException).code}.`)
    }
  }
  return { ...given, ...read }
}

/** Whether a host also serves the console or pages of tenants. */
function isSharedHost(hostname: string, { PUBLIC_URL, SITE_DOMAIN }: SettingValues): boolean {
  const isConsole = PUBLIC_URL !== undefined && new URL(PUBLIC_URL).hostname === hostname
  return isConsole || hostname === SITE_DOMAIN || hostname.replace(/\.$/, '').endsWith(`.${SITE_DOMAIN}`)
}
