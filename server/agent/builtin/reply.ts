import { listed } from '../label.ts'

const abilities =
  'I can change, shorten or remove texts; add, remove, move, duplicate and reorder blocks; add features, questions, steps and figures; set colours, font, corners and dark mode; set the page title and description; personalise the page from your notes; and go back to an earlier version.'
const example = 'For example: change the headline to “Hello”, remove the pricing and make it blue.'

/** Puts together what is said: one sentence for what was done, said as it is done, then what was not, and why. */
export class Reply {
  /** The last thing done, held back until it is known whether it ends the sentence. */
  private held: string | undefined
  private count = 0
  private readonly reasons: string[] = []
  private readonly unknowns: string[] = []
  private askedForHelp = false

  /** A piece of the sentence, where one can be said already. */
  done(said: string): string | undefined {
    const piece = this.held === undefined ? undefined : this.flow(this.held, false)
    this.held = said
    return piece
  }

  refused(reason: string) {
    if (!this.reasons.includes(reason)) this.reasons.push(reason)
  }

  unknown(words: string) {
    this.unknowns.push(words)
  }

  noted(kind: 'polite' | 'help') {
    if (kind === 'help') this.askedForHelp = true
  }

  /** The end of the sentence, and what else there is to say. */
  *rest(): Generator<string> {
    const hasDone = this.held !== undefined
    if (this.held !== undefined) yield `${this.flow(this.held, true)}.`
    const more = this.others(hasDone)
    for (const [index, sentence] of more.entries()) yield index === 0 && !hasDone ? sentence : ` ${sentence}`
  }

  private others(hasDone: boolean): string[] {
    const { reasons, unknowns } = this
    if (this.askedForHelp) return [...reasons, abilities, example]
    const notUnderstood =
      unknowns.length > 0
        ? [`I did not understand ${listed(unknowns.slice(0, 5))}${hasDone ? '' : ', so I changed nothing'}.`]
        : []
    if (hasDone) return [...reasons, ...notUnderstood]
    if (unknowns.length > 0) return [...reasons, ...notUnderstood, abilities]
    if (reasons.length > 0) return reasons
    return ['I changed nothing. Tell me what to change on this page.', abilities]
  }

  private flow(said: string, isLast: boolean): string {
    const lead = this.count === 0 ? 'I ' : isLast ? ' and ' : ', '
    this.count++
    return lead + said
  }
}
