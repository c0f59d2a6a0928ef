import { check } from '../check.ts'
import { stepOf } from '../conclude.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { plausibility } from '../plausible/plausible.ts'
import { limitIn } from '../recognisers/questions.ts'
import { wordsOf } from '../tokens.ts'
import { carryOut, type RoleReading } from './carryOut.ts'
import { type CompletedReading, certainty, isDecided, isWhole, worth } from './certainty.ts'
import { isStructuralWord } from './clarity.ts'
import { explain } from './explain.ts'
import { readWishes } from './model.ts'
import { sequences } from './orders.ts'
import { documentAfter } from './pageAfter.ts'
import { isSame } from './samePage.ts'
import { setForms } from './setForms.ts'
import type { Wish } from './wishes.ts'

/** Readings are tried until their total probability reaches this. */
const nearlyAll = 0.9
/** The certainty of wishes in a fixed form. A more certain free reading takes precedence over sequences. */
const certainInSetForm = 0.88
/**
 * Reads a message by the roles of its words. The likeliest reading is chosen, preferably one that can be carried out in
 * full; others with the same result make it more certain.
 */
export async function readByRoles(message: string, page: OpenPage): Promise<RoleReading | undefined> {
  const form = inSetForm(setForms(message, page), message, page)
  if (form) return form
  const read = await readAll(message, page)
  if (read && read.likelihood >= certainInSetForm && read.steps.length > 0 && !read.failed) return read
  // A fixed form is clearer than a free reading that is not certain.
  return inSetForm(sequences(message, page), message, page) ?? read
}

/** The first outcome that changes the page. */
function inSetForm(
  forms: Iterable<{ outcome: Outcome; request: string }>,
  message: string,
  page: OpenPage,
): RoleReading | undefined {
  for (const { outcome, request } of forms) {
    const wish: Wish = { act: 'set', parts: [], said: message }
    const draft = outcome.kind === 'done' ? outcome.draft : undefined
    if (draft && 'operations' in check(page, draft))
      return {
        wishes: [wish],
        likelihood: certainInSetForm,
        steps: [stepOf(outcome, wish.said, page)],
        requests: [request],
        roles: 1,
        found: 1,
        clear: 1,
      }
  }
  return undefined
}

async function readAll(message: string, page: OpenPage): Promise<RoleReading | undefined> {
  const readings = readWishes(message, page)
  const [first] = readings
  if (!first || first.wishes.length === 0)
    return carryOut(first ?? { wishes: [], likelihood: 0 }, message, page)
  let firstReading: RoleReading | undefined
  const done: CompletedReading[] = []
  let seen = 0
  for (const { wishes, likelihood, share } of readings) {
    // The remaining readings can't change the result much.
    if (done.length > 0 && (seen > nearlyAll || isDecided(done, share))) break
    seen += share
    // A reading that removes something by fewer of its words is likely to miss a part of the name.
    if (wishes !== first.wishes && removesLess(wishes, first.wishes)) continue
    if (firstReading?.isThere && !firstReading.failed && takesAway(wishes) && !takesAway(first.wishes))
      continue
    const reading = await carryOut({ wishes, likelihood }, message, page)
    const document = reading && !reading.failed ? documentAfter(reading.steps) : undefined
    if (reading && document)
      done.push({ reading, share, document, fit: plausibility(message, page, document) })
    else if (wishes === first.wishes) firstReading = reading
  }
  const whole = done.some(isWhole) ? done.filter(isWhole) : done
  const [chosen] = whole.toSorted((a, b) => worth(b) - worth(a))
  if (!chosen) return firstReading && explained(firstReading, message)
  // Readings that ignore much of the message do not count as evidence against another.
  const comparable = whole.filter(({ reading }) => reading.clear > chosen.reading.clear * 0.3)
  const sum = (each: CompletedReading[]) => each.reduce((total, { share }) => total + share, 0)
  const agreed = sum(comparable.filter(({ document }) => isSame(document, chosen.document)))
  const all = readings.reduce((total, { share }) => total + share, 0)
  const likelihood = certainty(chosen, {
    share: agreed,
    ofDone: agreed / sum(comparable),
    ofAll: agreed / all,
  })
  return { ...chosen.reading, likelihood }
}

const takesAway = (wishes: Wish[]) => wishes.some(({ act }) => act === 'remove' || act === 'undo')

/** Whether a reading names a removed object by fewer words than another reading does. */
function removesLess(wishes: Wish[], others: Wish[]): boolean {
  const named = (each: Wish[]) =>
    new Set(
      each
        .filter(({ act }) => act === 'remove')
        .flatMap(({ parts }) => parts.filter(({ role }) => role === 'T' || role === 'O'))
        .flatMap(({ text }) => wordsOf(text).filter((word) => !isStructuralWord(word))),
    )
  const said = named(wishes)
  return said.size > 0 && [...named(others)].some((word) => !said.has(word))
}

/** Adds the reason why a wish can't be carried out: a missing referent or value, or a limit. */
async function explained(reading: RoleReading, message: string): Promise<RoleReading> {
  if (!reading.failed) return reading
  const { wish, page, since, reason } = reading.failed
  const outcome = reason ? refused(reason) : (limitIn(wish.said, page) ?? explain(wish, page, message, since))
  return { ...reading, steps: [...reading.steps, stepOf(outcome, wish.said, page)] }
}
