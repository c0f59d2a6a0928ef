import type { Page } from '../page.ts'
import { correct } from '../spelling.ts'
import { mostTokens, tokenise } from '../tokens.ts'
import { type Clause, toClause } from './clause.ts'
import { partsOf } from './parts.ts'
import { sentencesOf } from './sentences.ts'

const mostClauses = 40

/** Takes a message apart into clauses and says what each is: a wish, a question, thanks, something to keep. */
export function readClauses(message: string, page: Page): { clauses: Clause[]; unreadFrom?: number } {
  const tokens = correct(tokenise(withoutLetterhead(message)), page)
  const clauses: Clause[] = []
  for (const sentence of sentencesOf(tokens, page))
    for (const part of partsOf(message, sentence, page)) {
      const unreadFrom = part.tokens[0]?.start
      if (clauses.length >= mostClauses && unreadFrom !== undefined) return { clauses, unreadFrom }
      if (sentence.corrects && part.tokens[0] === sentence.tokens[sentence.corrects]) part.corrects = true
      const clause = toClause(message, part, sentence.isQuestion, clauses.length > 0)
      if (clause) clauses.push(clause)
    }
  const last = tokens.at(-1)
  return tokens.length < mostTokens || !last ? { clauses } : { clauses, unreadFrom: last.end }
}

/** Blanks what only makes a message a letter: header lines, greetings, a closing with a name. Places stay as they are. */
function withoutLetterhead(message: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  return message
    .replace(/^[^\S\n]*>+/gm, blank)
    .replace(/^(?:(?:From|To|Cc|Bcc|Subject|Date|Sent|Betreff):[^\n]{0,200}\n\s{0,8}){1,8}/i, blank)
    .replace(
      /^(?:hi|hello|hey|dear|good (?:morning|afternoon))(?: (?:all|team|there|everyone|folks|both|guys|\p{Lu}\p{L}+))?[,!.]?[^\S\n]*\n/iu,
      blank,
    )
    .replace(
      /\n[>\s]{0,8}(?:best|regards|kind regards|best regards|best wishes|cheers|thanks|thank you|many thanks|br|vg|lg|yours)\b[,.!]?[^\S\n]*(?:\n?[^\S\n]*\p{Lu}[\p{L} .()]{0,40})?\s*$/iu,
      blank,
    )
    .replace(
      /\n[>\s]{0,8}(?:best|regards|kind regards|best regards)\b,? [\p{Lu}][\p{L} ().]{0,40}\s*$/iu,
      blank,
    )
}
