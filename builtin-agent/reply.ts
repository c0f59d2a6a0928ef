import { sectionsOf } from './describe.ts'
import { listed, quoted } from './label.ts'
import type { OpenPage } from './page.ts'
import { abilities } from './words/limits.ts'

const irregular: Record<string, string> = { went: 'gone', undid: 'undone', redid: 'redone' }
/** Turns past tense into a participle: “went back” into “gone back”. */
const toParticiple = (said: string) => said.replace(/^\w+/, (verb) => irregular[verb] ?? verb)
/** The phrase for actions that would have been done, to follow “I”. */
export const wouldHave = (done: string[]) => `would have ${listed(done.map(toParticiple))}`

/** Composes the reply: one sentence about what was done, then what was not done and why. */
export class AgentReply {
  readonly done: string[] = []
  readonly hints: string[] = []
  readonly reasons: string[] = []
  readonly answers: string[] = []
  /** The parts of the message that were not carried out, with the reason where there is one. */
  private readonly left: { said: string; reason: string | undefined }[] = []

  /** Whether a part of the message was not understood. */
  get isUnclear(): boolean {
    return this.left.some(({ reason }) => reason === undefined)
  }

  leave(said: string, reason?: string) {
    this.left.push({ said, reason })
  }

  text(page: OpenPage): string {
    const parts: string[] = []
    if (this.done.length > 0) parts.push(`I ${listed(this.done)}.`)
    parts.push(...new Set([...this.answers, ...this.reasons, ...this.leftOut(page)]), ...new Set(this.hints))
    if (parts.length === 0) parts.push(`I changed nothing. ${abilities}`)
    return parts.join(' ')
  }

  private leftOut(page: OpenPage): string[] {
    if (this.done.length > 0)
      return this.left.map(
        ({
          said,
          reason = 'I did not understand it. Say it in other words, with the name of what should change.',
        }) => `Not done: ${quoted(said, 80)}. ${reason}`,
      )
    const reasons = this.left.flatMap(({ reason }) => reason ?? [])
    const unknown = this.left.flatMap(({ said, reason }) => (reason ? [] : [quoted(said, 80)]))
    if (unknown.length === 0) return reasons
    return [
      ...reasons,
      `I did not understand ${listed(unknown.slice(0, 3))}, so I changed nothing. Name what should change and what it should become, for example: change the headline to “…”. The page has: ${sectionsOf(page)}.`,
    ]
  }
}
