import { sectionsOf } from './describe.ts'
import { listed, quoted } from './label.ts'
import type { Page } from './page.ts'
import { abilities } from './words/limits.ts'

const irregular: Record<string, string> = { went: 'gone', undid: 'undone', redid: 'redone' }
/** “went back” after “I would have”. */
const toParticiple = (said: string) => said.replace(/^\w+/, (verb) => irregular[verb] ?? verb)
/** What would have been done, as the rest of a sentence that begins with “I”. */
export const wouldHave = (done: string[]) => `would have ${listed(done.map(toParticiple))}`

/** What is said at the end: what was done in one sentence, then what was not, and why. */
export class Reply {
  readonly done: string[] = []
  readonly hints: string[] = []
  readonly reasons: string[] = []
  readonly answers: string[] = []
  readonly unknown: string[] = []

  text(page: Page): string {
    const parts: string[] = []
    if (this.done.length > 0) parts.push(`I ${listed(this.done)}.`)
    parts.push(...new Set(this.answers), ...new Set(this.reasons))
    if (this.unknown.length > 0) parts.push(this.notUnderstood(this.unknown, page))
    parts.push(...new Set(this.hints))
    if (parts.length === 0) parts.push(`I changed nothing. ${abilities}`)
    return parts.join(' ')
  }

  private notUnderstood(unknown: string[], page: Page): string {
    const said = listed(unknown.slice(0, 3).map((text) => quoted(text, 80)))
    if (this.done.length > 0) return `I did not understand ${said}, so that part is not done.`
    return `I did not understand ${said}, so I changed nothing. Name what should change and what it should become, for example: change the headline to “…”. The page has: ${sectionsOf(page)}.`
  }
}
