/**
 * Every kind of job, with its data. The key identifies the subject of the job: the version of a run, the batch, the
 * asset.
 */
export type JobData = {
  /** Key: the version. Answers a message. Names the API key that sent it, or the batch it belongs to. */
  agent_run: { audienceId: string; batchId?: string; sentBy?: string }
  /** Key: the batch. Runs its next step. */
  batch: Record<string, never>
  /** Key: the release. Runs its next step; when undoing, names the API key that requested it. */
  release: { undoneBy?: string }
  /** Key: the schedule. Runs the scheduled action. */
  schedule: Record<string, never>
  /** Key: the asset. Has a model describe an image. */
  describe_image: Record<string, never>
  /** Deletes the bytes of files that nothing uses. */
  remove_files: { fileIds: string[] }
  /** Deletes the values of deleted custom fields. */
  remove_field_values: { fieldIds: string[] }
  /** Of the service itself. Folds tallies and deletes expired rows. */
  upkeep: Record<string, never>
  /** Writes notices of visitor actions. */
  notice: { actions: VisitorAction[] }
  /** Key: the link and a hash of the address. Sends a visitor the code for a link, if the address is allowed. */
  gate_code: { pageLinkId: string; email: string; browserHash: string }
  /** Key: the invitation. Sends it by e-mail. */
  invitation: Record<string, never>
  /** Of the service itself. Key: a hash of the address. Sends a sign-in link, if a user has the address. */
  sign_in_link: { email: string; userAgent: string }
  /** Of the service itself. Key: the user. Asks the new and the current address whether to change it. */
  email_change: { email: string }
  /** Key: the channel. Sends its outbox. */
  notice_sending: Record<string, never>
  /** Key: the subscription and the delivery, as an event has the same id for all subscriptions. Group: the subscription. */
  webhook_delivery: Record<string, never>
}

/** A visitor action that channels can be notified of. */
export type VisitorAction = { audienceId: string; pageId: string; atMs: number } & (
  | { kind: 'visit' }
  | { kind: 'click'; actionId: string }
  | { kind: 'form'; submissionId: string }
)

export type JobKind = keyof JobData

/** The tenant id of jobs that belong to no tenant. */
export const systemTenant = 'system'

/** The unit by which jobs of a kind share slots: a tenant's jobs, or a part of them with its own limit. */
export type JobGroup = { tenantId: string; group: string }

export type Job<K extends JobKind = JobKind> = JobGroup & {
  kind: K
  key: string
  data: JobData[K]
  /** Number of claims since the job was enqueued or last rescheduled, including this one. */
  attempts: number
  /** Every claim sets a new one, unique among all jobs: a write with an older fence matches no row. */
  fence: number
  /** The span that enqueued it, as a W3C `traceparent`. */
  trace: string | null
}
