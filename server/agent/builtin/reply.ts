import { listed, quoted } from '../label.ts'
import { sectionsOf } from './describe.ts'
import type { Page } from './page.ts'
import { abilities } from './words/limits.ts'

/** What is said at the end: what was done in one sentence, then what was not, and why. */
export class Reply {
  readonly done: string[] = []
  readonly hints: string[] = []
  readonly reasons: string[] = []
  readonly answers: string[] = []
  readonly unknown: { text: string; isRemark: boolean }[] = []
  readonly kept: string[] = []
  thanked = false

  /** What was only said to lead up to the next wish needs no answer of its own. */
  forget(text: string, reasons: string[]) {
    const at = this.unknown.findIndex((clause) => clause.text === text)
    if (at !== -1) this.unknown.splice(at, 1)
    for (const reason of reasons) remove(this.reasons, reason)
  }

  text(page: Page): string {
    const parts: string[] = []
    if (this.done.length > 0) parts.push(`I ${listed(this.done)}.`)
    if (this.kept.length > 0) parts.push(`I left ${listed([...new Set(this.kept)])} as it is.`)
    parts.push(...new Set(this.answers), ...new Set(this.reasons))
    const unknown = this.unknown
      .filter(({ isRemark }) => !isRemark || this.done.length === 0)
      .map(({ text }) => text)
    if (unknown.length > 0) parts.push(this.notUnderstood(unknown, page))
    parts.push(...new Set(this.hints))
    if (parts.length === 0)
      parts.push(
        this.thanked
          ? 'You’re welcome. Tell me if anything else should change.'
          : `I changed nothing. ${abilities}`,
      )
    return parts.join(' ')
  }

  private notUnderstood(unknown: string[], page: Page): string {
    const said = listed(unknown.slice(0, 3).map((text) => quoted(text, 80)))
    if (this.done.length > 0) return `I did not understand ${said}, so that part is not done.`
    return `I did not understand ${said}, so I changed nothing. Name what should change and what it should become, for example: change the headline to “…”. The page has: ${sectionsOf(page)}.`
  }
}

function remove(list: string[], item: string) {
  const at = list.indexOf(item)
  if (at !== -1) list.splice(at, 1)
}
