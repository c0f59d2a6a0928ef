import type { Shape } from '../api/schema.ts'
import type { Operation } from '../documents/document.ts'

/** What is heard of a run while it goes on. */
export type Progress = { status: string; text: string; operations: Operation[]; error: string | undefined }

type Message = Shape<'Message'>

/** What the agent answered. `operations` are as the API describes them: any objects. */
export type Answer = Pick<Message, 'outcome' | 'text' | 'operations' | 'suggestions' | 'createdAt'>

/** One thing that was asked for, and what came of it. */
export type Exchange = {
  key: string
  question: { text: string; at: string | undefined }
  answer: Answer | undefined
  run: Progress | undefined
  /** Of the version it makes, as far as it is known. */
  status: string | undefined
  /** What the answer was saved as; opens it where there is a way. */
  result: { label: string; versionId?: string } | undefined
  /** Why it could not be sent. */
  failure: string | undefined
}
