import { randomBytes } from 'node:crypto'
import type { TSchema } from 'typebox'
import { validateDocument } from '../../document/index.ts'
import { judgeBy } from '../../shared/judge.ts'
import { linkError } from '../../shared/links.ts'
import { invalid } from '../../shared/problem.ts'
import { canonicalDomain } from '../accounts/domain.ts'
import { AccountPatch } from '../accounts/schema.ts'
import { Activity, ActivityInput, LogInput } from '../activity/schema.ts'
import { Goal } from '../analytics/goalSchema.ts'
import { AssetPatch } from '../assets/schema.ts'
import { AudiencePatch } from '../audiences/schema.ts'
import { BrandPatch } from '../brands/schema.ts'
import { databaseNow } from '../database/clock.ts'
import { DictionaryWord } from '../dictionary/schema.ts'
import { canonicalHostname } from '../domains/hostname.ts'
import { CustomField } from '../fields/schema.ts'
import { mediaTypes } from '../files/kinds.ts'
import { harmlessName } from '../files/names.ts'
import { canonicalPath, isReserved } from '../links/path.ts'
import { Message } from '../messages/schema.ts'
import { checkContent } from '../pages/content.ts'
import type { PageContent } from '../pages/queries.ts'
import { Page } from '../pages/schema.ts'
import { PersonInput } from '../persons/schema.ts'
import { pictureWidths } from '../storage/storage.ts'
import { SavedView } from '../views/schema.ts'
import { demandLimitedSize } from '../web/freeForm.ts'

export type TransferRow = Record<string, unknown>

/** How a table is imported. Every column is in one of the two lists; a test compares them with the database. */
export type TableRule = {
  take: string
  /** Columns computed by the database, and those never taken from a file. */
  leave?: string
  /** Throws a Problem if the API would reject the values. */
  check?: (row: TransferRow) => void
  /** Values that override those of the file. */
  set?: (row: TransferRow) => TransferRow
}

/** Checks columns against the properties of the same name in an API schema; null means no value. */
function by(schema: { properties: object }, columns: string): (row: TransferRow) => void {
  const judges = columns.split(' ').map((column) => {
    const property = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const judge = judgeBy((schema.properties as Record<string, TSchema>)[property] as TSchema)
    return { column, judge }
  })
  return (row) => {
    for (const { column, judge } of judges) {
      const value = row[column] ?? null
      const [error] = value === null ? [] : judge(value)
      if (error) throw invalid(`/${column}${error.path}`, error.message)
    }
  }
}

function demand(isRight: boolean, column: string, message: string): void {
  if (!isRight) throw invalid(`/${column}`, message)
}

/** Checks that free-form objects are within the size limits of the API. */
function limitedSize(column: string): (row: TransferRow) => void {
  return (row) => {
    const value = row[column]
    if (value === null) return
    demand(typeof value === 'object' && !Array.isArray(value), column, 'must be an object')
    demandLimitedSize(value as object, `/${column}`)
  }
}

const all =
  (...checks: ((row: TransferRow) => void)[]) =>
  (row: TransferRow) => {
    for (const check of checks) check(row)
  }

const isDocument = (row: TransferRow) => void validateDocument(row.document, '/document')

const pageParts = 'page_type title page_context actions scripts footer_links header_action_id metadata'
const checkPage = all(by(Page, `name flags ${pageParts}`), (row) => checkParts(row))

function checkParts(row: TransferRow): void {
  const { actions, footer_links, header_action_id } = row
  checkContent({
    actions,
    footerLinks: footer_links,
    headerActionId: header_action_id ?? null,
  } as PageContent)
  for (const widget of row.action_card_widgets as { logos?: { image?: object }[] }[])
    for (const { image = {} } of widget.logos ?? []) checkImage(image as TransferRow)
}

const checkImage = (image: TransferRow) =>
  demand(
    /^asset_[a-z0-9]{26}$/.test(String(image.assetId)) && /^file_[a-z0-9]{26}$/.test(String(image.fileId)),
    'action_card_widgets',
    'must name assets and their files',
  )

/** The content of a template has the property names of pages in the API. */
function checkTemplate(row: TransferRow): void {
  isDocument(row)
  const content = Object.entries(row.content as object).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  const page = { action_card_widgets: [], ...Object.fromEntries(content) } as TransferRow
  all(by(Page, pageParts), checkParts)(page)
}

function checkFile(row: TransferRow): void {
  demand((mediaTypes as readonly unknown[]).includes(row.media_type), 'media_type', 'is not supported')
  demand(harmlessName(String(row.name)) === row.name, 'name', 'is not a plain file name')
  demand(/^[0-9a-f]{64}$/.test(String(row.sha256)), 'sha256', 'is not a hash')
  const widths = row.widths as unknown[]
  demand(
    widths.every((width) => (pictureWidths as readonly unknown[]).includes(width)),
    'widths',
    'are unknown',
  )
  demand(
    row.placeholder === null || /^data:image\/webp;base64,[\w+/=]{1,4000}$/.test(String(row.placeholder)),
    'placeholder',
    'is not a small picture',
  )
  demand(row.font === null || isFontFacts(row.font), 'font', 'is not what is known of a font')
}

function isFontFacts(value: unknown): boolean {
  const { kind, weights, metrics, ...others } = value as TransferRow
  const numbers = [...(weights as unknown[]), ...Object.values(metrics as TransferRow)]
  return (
    ['sans', 'serif', 'mono'].includes(String(kind)) &&
    Object.keys(others).length === 0 &&
    numbers.every((number) => typeof number === 'number')
  )
}

const checkLink = ({ path }: TransferRow) =>
  demand(
    canonicalPath(String(path)) === path && !isReserved(path as string),
    'path',
    'is not a path of a page',
  )

function checkGate({ password_hash, allowed_emails }: TransferRow): void {
  const isHash = password_hash === null || /^[\w-]{22}\.[\w-]{43}$/.test(String(password_hash))
  demand(isHash, 'password_hash', 'is not a hash of a password')
  const emails = (allowed_emails ?? []) as string[]
  demand(
    emails.every((email) => email.length >= 3 && email.length <= 254),
    'allowed_emails',
    'are not addresses',
  )
}

function checkOverride({ action_url_override: url }: TransferRow): void {
  const error = url === null ? undefined : linkError(String(url))
  if (error) throw invalid('/action_url_override', error)
}

const now = () => new Date(databaseNow()).toISOString()
const notMoved = 'It was not finished when the tenant was moved. Make it again.'

/** Unfinished work is not moved: it depends on keys and queues of its own service. */
function endRelease({ status, counts, total_rows }: TransferRow): TransferRow {
  if (status === 'undoing') return { status: 'finished' }
  if (!['scheduled', 'running', 'cancelling'].includes(String(status))) return {}
  const known = counts as Record<string, number>
  const done = Object.values(known).reduce((sum, count) => sum + count, 0)
  const cancelled = (known.cancelled ?? 0) + Math.max(0, Number(total_rows) - done)
  return { status: 'cancelled', finished_at: now(), counts: { ...known, cancelled } }
}

const isOpen = ({ status }: TransferRow, ...open: string[]) => open.includes(String(status))

/** Tables of tenants that move. */
export const moved: Record<string, TableRule> = {
  account_logs: {
    take: 'tenant_id account_log_id account_id text author idempotency_key fingerprint created_at updated_at deleted_at',
    check: by(LogInput, 'text'),
  },
  accounts: {
    take: 'tenant_id account_id domain name name_folded search_text created_at updated_at logo_asset_id custom_values',
    check: all(by(AccountPatch, 'name'), ({ domain }) =>
      demand(canonicalDomain(String(domain)) === domain, 'domain', 'is not a domain'),
    ),
  },
  activity: {
    take: 'tenant_id activity_id account_id account_log_id person_id person_log_id source type payload idempotency_key fingerprint created_at updated_at deleted_at',
    leave: 'part',
    check: all(by(ActivityInput, 'type'), by(Activity, 'source'), limitedSize('payload')),
  },
  assets: {
    take: 'tenant_id asset_id type name purpose tags ai_description parent_asset_id hidden file_id has_preview idempotency_key fingerprint created_at updated_at trashed_at deleted_at name_folded search_text focal_x focal_y',
    leave: 'listed state',
    check: by(AssetPatch, 'name purpose tags'),
  },
  audience_base_states: { take: 'tenant_id audience_id page_id key state changed_blocks' },
  audience_conflicts: {
    take: 'tenant_id audience_id conflict_id page_id kind place was base audience sides_hash decision decided_text decided_at',
  },
  audiences: {
    take: 'tenant_id audience_id page_id person_id account_id person_route_key custom_name custom_name_folded custom_search_text computed_name name_folded search_text action_form_id_override action_form_instructions_override action_url_override supplementary_context flags archived_at created_at live_at detached_at recipient_name recipient_logo_asset_id',
    check: all(
      by(
        AudiencePatch,
        'custom_name action_form_id_override action_form_instructions_override action_url_override supplementary_context flags',
      ),
      checkOverride,
    ),
  },
  batch_rows: {
    take: 'tenant_id batch_id position csv_row status given reason person_id account_id audience_id version_id has_made cells',
    set: (row) =>
      isOpen(row, 'waiting', 'running') ? { status: 'cancelled', given: null, reason: notMoved } : {},
  },
  batches: {
    take: 'tenant_id batch_id page_id status message csv_file_id columns total_rows cursor idempotency_key fingerprint created_at finished_at plan',
    leave: 'key_id',
    set: (row) => (isOpen(row, 'running', 'cancelling') ? { status: 'cancelled', finished_at: now() } : {}),
  },
  brands: {
    take: 'tenant_id brand_id name primary_color font logo_asset_id created_at updated_at secondary_color look heading_font text_font corner_style logo_dark_asset_id favicon_asset_id domain description language is_demo',
    check: by(
      BrandPatch,
      'name primary_color font secondary_color look heading_font text_font corner_style domain description language',
    ),
  },
  custom_fields: {
    take: 'tenant_id field_id owner key label type choices created_at updated_at',
    check: by(CustomField, 'owner key label type choices'),
  },
  files: {
    take: 'tenant_id file_id name media_type size sha256 width height preview_size created_at stored_at used_at removed_at erased_at font placeholder widths trimmed_width trimmed_height has_forms',
    check: checkFile,
  },
  merged_accounts: {
    take: 'tenant_id account_id domain into_account_id merged_at',
    check: (row) => demand(canonicalDomain(String(row.domain)) === row.domain, 'domain', 'must be canonical'),
  },
  page_goals: {
    take: 'tenant_id goal_id page_id name steps created_at',
    check: by(Goal, 'name steps'),
  },
  dictionary_words: { take: 'tenant_id word', check: by(DictionaryWord, 'word') },
  saved_views: {
    take: 'tenant_id view_id list name search created_at',
    check: by(SavedView, 'list name search'),
  },
  form_submissions: {
    take: 'tenant_id submission_id page_id audience_id version_id form_id fields fingerprint created_at',
    check: limitedSize('fields'),
  },
  messages: {
    take: 'tenant_id message_id audience_id version_id author text client_message_id fingerprint selected_element outcome operations duration_ms input_tokens output_tokens created_at model suggestions',
    check: all(by(Message, 'author outcome suggestions operations'), limitedSize('selected_element')),
  },
  notice_console_settings: { take: 'tenant_id kinds page_ids active updated_at' },
  notices: {
    take: 'tenant_id notice_id kind dedupe_key audience_id page_id action_id submission_id created_at in_console',
  },
  page_link_gates: {
    take: 'tenant_id page_link_id password_hash expires_at visit_limit visits revision allowed_emails',
    check: checkGate,
  },
  page_links: {
    take: 'tenant_id page_link_id tenant_domain_id path audience_id page_id created_at updated_at deleted_at former_audience_ids',
    leave: 'domain_key',
    check: checkLink,
  },
  page_revisions: {
    take: 'tenant_id page_id revision document hash note sitting created_at updated_at',
    leave: 'key_id',
    check: isDocument,
  },
  page_templates: {
    take: 'tenant_id template_id name content document created_at updated_at',
    check: checkTemplate,
  },
  pages: {
    take: 'tenant_id page_id brand_id name name_folded search_text title page_context page_type status flags actions action_card_widgets scripts footer_links header_action_id metadata archived_at created_at updated_at deleted_at personal_links restored_at',
    check: checkPage,
  },
  person_logs: {
    take: 'tenant_id person_log_id person_id text author idempotency_key fingerprint created_at updated_at deleted_at',
    check: by(LogInput, 'text'),
  },
  persons: {
    take: 'tenant_id person_id account_id account_named name email domain slug phone_number linkedin_profile_url job_title name_folded search_text created_at updated_at custom_values',
    check: by(PersonInput, 'name email domain slug phone_number linkedin_profile_url job_title'),
  },
  release_rows: {
    take: 'tenant_id release_id position audience_id status reason from_version_id version_id previous_version_id was_live changes conflict_count is_personalised undo settled_at',
    leave: 'pin',
    set: (row) =>
      isOpen(row, 'waiting') ? { status: 'cancelled', reason: notMoved, settled_at: now() } : {},
  },
  releases: {
    take: 'tenant_id release_id page_id kind status revision audiences conflicts publish dry_run note publish_at selected_through is_selected total_rows cursor undo_cursor counts undo_counts operation_key fingerprint created_at started_at finished_at undone_at is_pinned',
    leave: 'key_id',
    set: endRelease,
  },
  // Renumbered, because the numbers of the other service may be higher than those here.
  run_events: { take: 'tenant_id audience_id version_id type data created_at', leave: 'event_id' },
  schedules: {
    take: 'tenant_id schedule_id page_id action audience_id version_id run_at status reason created_at finished_at',
    leave: 'key_id pin',
    set: (row) =>
      isOpen(row, 'scheduled') ? { status: 'cancelled', reason: notMoved, finished_at: now() } : {},
  },
  tenant_domains: {
    take: 'tenant_id tenant_domain_id hostname created_at updated_at deleted_at',
    leave: 'challenge verified_at checked_at failing_since',
    check: ({ hostname }) =>
      demand(canonicalHostname(String(hostname)) === hostname, 'hostname', 'is not a host name'),
    // Replaced, so that a DNS record published by another tenant proves nothing here.
    set: () => ({ challenge: `foyer=${randomBytes(24).toString('base64url')}` }),
  },
  tenants: { take: 'tenant_id slug name created_at respect_privacy_signals' },
  version_documents: { take: 'tenant_id hash document', leave: 'metadata', check: isDocument },
  version_publications: { take: 'tenant_id operation_key version_id created_at' },
  versions: {
    take: 'tenant_id version_id audience_id version_number status is_new_page_agent supplementary_context document_hash queue_duration_ms created_at queued_at became_draft_at published_at cancelled_at obsolete_at archived_at base_hash base_revision',
    set: (row) =>
      isOpen(row, 'pending', 'queued', 'processing') ? { status: 'cancelled', cancelled_at: now() } : {},
  },
  visit_figures: {
    take: 'tenant_id page_id audience_id grain starts_at_ms sessions bounces interactions scroll visible_ms conversions form_sessions',
  },
  visit_sessions: {
    take: 'tenant_id page_id audience_id session_id started_at_ms last_seen_at_ms verdict reason visitor number stay_id views visible_ms scroll interactions action_clicks link_clicks form_submits revision origin clicked_actions clicked_links awaits_end',
  },
  visit_stays: {
    take: 'tenant_id audience_id stay_id verdict visitor started_at_ms last_seen_at_ms views visible_ms scroll interactions action_clicks link_clicks form_submits revision',
  },
}

/** Tables that never move, with the reason. */
export const kept: Record<string, string> = {
  agent_budgets: 'limit models of the service',
  agent_settings: 'has the key of a model',
  agent_usage: 'counts a day',
  api_keys: 'are keys',
  app_connections: 'let apps in',
  apps: 'belong to an address of the service',
  audit_events: 'prove what happened in this service',
  audit_heads: 'belong to the audit log',
  console_codes: 'sign people in',
  console_sessions: 'sign people in',
  credentials: 'are secrets',
  first_start: 'belongs to the service',
  gate_codes: 'are secrets',
  gate_wrong_codes: 'count a day',
  identities: 'let people in',
  identity_providers: 'let people in',
  invitations: 'let people in',
  jobs: 'belong to the queue of the service',
  mail_counts: 'count mail of the service',
  memberships: 'let people in',
  migrations: 'belong to the service',
  notice_channels: 'have secret addresses, and recipients who have agreed to it only there',
  notice_outbox: 'belongs to channels',
  notice_recipients: 'confirm only here',
  notice_reads: 'belong to keys',
  provider_sessions: 'sign people in',
  rate_counts: 'belong to keys',
  readiness: 'belongs to the service',
  scim_group_members: 'belong to the provider of the tenant',
  scim_groups: 'belong to the provider of the tenant',
  oauth_records: 'are secrets',
  scim_tokens: 'are secrets',
  scim_users: 'let people in',
  secrets: 'are secrets',
  service_address: 'belongs to the service',
  sign_in_steps: 'sign people in',
  tallies: 'are counted again',
  users: 'belong to the service: somebody may be in several tenants',
  verified_hostnames: 'are proven again',
  visit_salts: 'are secrets',
  webhook_deliveries: 'belong to subscriptions',
  webhook_subscriptions: 'have secrets',
}

export const columnsOf = ({ take }: TableRule): string[] => take.split(' ')
