import type { Shape } from '../api/schema.ts'
import type { Operation } from '../documents/document.ts'

/** The state of a run, built from its events. */
export type RunProgress = { status: string; text: string; operations: Operation[]; error: string | undefined }

/** The agent's answer. The API describes `operations` as arbitrary objects. */
export type ChatAnswer = Pick<
  Shape<'Message'>,
  'outcome' | 'text' | 'operations' | 'suggestions' | 'createdAt'
>

/** A message and its answer. */
export type Exchange = {
  key: string
  question: { text: string; at: string | undefined }
  answer: ChatAnswer | undefined
  run: RunProgress | undefined
  /** The status of the resulting version, if known. */
  status: string | undefined
  /** The version or revision that the answer was saved as; a version can be opened. */
  result: { label: string; versionId?: string } | undefined
  /** Why the message could not be sent. */
  failure: string | undefined
}
