import { Problem } from '../shared/problem.ts'
import type { Clause } from './clauses/clause.ts'
import { answerQuestion } from './frames/answers.ts'
import { emphasiseFrame } from './frames/emphasise.ts'
import { exceptFrame } from './frames/except.ts'
import { highlightFrame } from './frames/highlight.ts'
import { restoreFrame, undoFrame } from './frames/history.ts'
import { imageFrame } from './frames/image.ts'
import { directionFrame, fontFrame, lookFrame } from './frames/look.ts'
import { orderFrame } from './frames/move.ts'
import { numberFrame } from './frames/numbers.ts'
import { personalFrame } from './frames/personal.ts'
import { shortenFrame } from './frames/shorten.ts'
import { formFrame } from './frames/writtenForm.ts'
import { type Frame, type Outcome, refused } from './outcome.ts'
import type { Page } from './page.ts'
import { Refusal } from './refusal.ts'
import { isMark, wordsOf } from './tokens.ts'
import { verbAt } from './verbs.ts'
import { limits } from './words/limits.ts'

/** Ways to understand a wish, tried in this order. The first that explains every word of it acts. */
const frames: Frame[] = [
  undoFrame,
  restoreFrame,
  personalFrame,
  lookFrame,
  exceptFrame,
  orderFrame,
  highlightFrame,
  emphasiseFrame,
  formFrame,
  shortenFrame,
  imageFrame,
  numberFrame,
  fontFrame,
  directionFrame,
]

/** Frames for what has its own words: undo, looks, order, pictures. What they understand is seldom something else. */
const wide = new Set<Frame>([undoFrame, restoreFrame, personalFrame, exceptFrame])

/** What a clause comes to; undefined where it was not understood at all. */
export async function understand(clause: Clause, page: Page): Promise<Outcome | undefined> {
  if (clause.act === 'question') return answerQuestion(clause, page)
  if (clause.act !== 'wish') return undefined
  let best: Outcome | undefined
  for (const frame of frames) {
    const outcome = await attempt(frame, clause, page)
    if (outcome?.kind === 'done')
      return {
        ...outcome,
        ...(wide.has(frame) ? { isWide: true } : {}),
      }
    if (outcome && worth(outcome) > worth(best)) best = outcome
  }
  const colon = clause.tokens.findIndex((token) => isMark(token, ':', '–'))
  if (!best && colon > 1) {
    // "Brand refresh: buttons in navy": what comes before the colon only leads up to it.
    const rest = { ...clause, tokens: clause.tokens.slice(colon + 1) }
    const outcome =
      (await attempt(lookFrame, rest, page)) ??
      (verbAt(rest.tokens, 0) ? await understand(rest, page) : undefined)
    if (outcome) return outcome
  }
  const said = clause.tokens
    .filter(({ kind }) => kind !== 'quote')
    .map(({ norm }) => norm)
    .join(' ')
  // "the Go live step" speaks of what the page says.
  const isTitle = (words: string) =>
    words.includes(' ') &&
    page.nodes.some(
      ({ isItem, label, prop, value }) =>
        (isItem && wordsOf(label).join(' ') === words) ||
        (prop === 'label' && wordsOf(String(value)).join(' ') === words),
    )
  const limit = limits.find(({ words }) => {
    const [found] = words.exec(said) ?? []
    return found !== undefined && !isTitle(found)
  })
  if (limit && best?.kind !== 'ask')
    return { ...refused(limit.answer, limit.suggestions), isLimit: true } as Outcome
  return best
}

async function attempt(frame: Frame, clause: Clause, page: Page): Promise<Outcome | undefined> {
  try {
    return await frame(clause, page)
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message)
    if (error instanceof Problem) return refused(`That can’t be done: ${error.message}`)
    throw error
  }
}

const worth = (outcome: Outcome | undefined) => (!outcome ? 0 : outcome.kind === 'ask' ? 2 : 1)
