/**
 * Every kind of job, with the data that its jobs carry besides their key. The key names the subject of the job: the
 * version of a run, the batch, the asset.
 */
export type JobData = {
  /** Key: the version. Answers a message; one of a batch names the batch. */
  agent_run: { audienceId: string; batchId?: string }
  /** Key: the batch. Takes it one step further. */
  batch: Record<string, never>
  /** Key: the release. Takes it one step further; one that is undone names the API key that asked for it. */
  release: { undoneBy?: string }
  /** Key: the schedule. Does what was scheduled. */
  schedule: Record<string, never>
  /** Key: the asset. Has a model describe an image. */
  describe_image: Record<string, never>
  /** Deletes the bytes of files that nothing uses. */
  remove_files: { fileIds: string[] }
  /** Deletes the values of deleted custom fields. */
  remove_field_values: { fieldIds: string[] }
  /** Of the service itself. Folds tallies, deletes what is past its time. */
  upkeep: Record<string, never>
  /** Writes notices of what visitors did. */
  notice: { actions: VisitorAction[] }
  /** Key: the link and a hash of the address. Sends a visitor the code for a link, if the address is allowed. */
  gate_code: { pageLinkId: string; email: string; browserHash: string }
  /** Key: the channel. Sends what is in its outbox. */
  notice_sending: Record<string, never>
  /** Key: the subscription and the delivery, as an event has one id for all subscriptions. Group: the subscription. */
  webhook_delivery: Record<string, never>
}

/** What a visitor did that somebody may want to be told of. */
export type VisitorAction = { audienceId: string; pageId: string; atMs: number } & (
  | { kind: 'visit' }
  | { kind: 'click'; actionId: string }
  | { kind: 'form'; submissionId: string }
)

export type JobKind = keyof JobData

/** The owner of jobs that belong to no tenant. */
export const systemTenant = 'system'

/** Jobs of a kind share slots by group: a tenant's jobs, or a part of them that gets a limit of its own. */
export type Group = { tenantId: string; group: string }

export type Job<K extends JobKind = JobKind> = Group & {
  kind: K
  key: string
  data: JobData[K]
  /** How often it was claimed since it was enqueued or last rescheduled, this time included. */
  attempts: number
  /** Every claim gives the job a new one, unique among all jobs: a write that names an older one finds nothing. */
  fence: number
}
