import type { Page } from '../page.ts'
import { correct } from '../spelling.ts'
import { tokenise } from '../tokens.ts'
import { inputsOf } from './features.ts'
import { labels } from './labels.ts'
import { scoresOf, transitionsOf } from './network.ts'
import { best, factorsOf, marginals, sums } from './tagger.ts'
import { type Wish, wishesOf } from './wishes.ts'

/** More words, or longer ones, are no plain instruction; what looks for phrases takes more than linear time. */
const longest = { words: 70, characters: 1500 }
let factors: Float64Array | undefined

/** What a message asks for, by the roles of its words, and how likely all of them are right. */
export function readWishes(message: string, page: Page): { wishes: Wish[]; likelihood: number } {
  if (message.length > longest.characters) return { wishes: [], likelihood: 0 }
  const tokens = correct(tokenise(message), page)
  if (tokens.length > longest.words) return { wishes: [], likelihood: 0 }
  const scores = scoresOf(inputsOf(tokens, page))
  const path = best(scores, transitionsOf())
  factors ??= factorsOf(transitionsOf())
  const likely = marginals(sums(scores, factors))
  const each = path.map((label, at) => likely[at * labels.length + label] ?? 0)
  return {
    wishes: wishesOf(tokens, path, message),
    likelihood: each.reduce((product, share) => product * share, 1),
  }
}
