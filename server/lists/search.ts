import type { Fragment, Reader } from '../database/database.ts'
import type { PageOf } from '../web/paging.ts'
import { readTally } from './tallies.ts'

/** Letters that Unicode doesn't decompose into a base letter and an accent, and the final sigma. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
}

/** Accents, but not vowel signs of Indic and similar scripts, which distinguish words. */
const accents = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]/gv

/** ASCII words separated by single spaces: only their case must be folded. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/

/** Text without case, accents and extra spaces. Not done in SQL, as the result would depend on the database's locale. */
export function fold(text: string): string {
  if (plainWords.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(/[ßøłđðþæœıς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Marks the start of every word of a folded name. Folded text can't contain it. */
const wordMark = '\u0001'
/** Only this much of a name is used for ranking, so that it fits an index entry; all of it is searched. */
const mostRanked = 500

function markWords(folded: string): string {
  return folded.replace(/(?<![\p{L}\p{N}\p{M}])(?=[\p{L}\p{N}])/gu, wordMark)
}

/**
 * The search columns of a row: `name_folded` for ranking and `search_text` for matching. Words are marked in the first,
 * so that the start of a word is a plain substring: the trigram index supports it, and it doesn't depend on which
 * characters the database considers letters.
 */
export function searchColumns(name: string, ...others: (string | null | undefined)[]) {
  const marked = markWords(fold(name))
  return {
    nameFolded: marked.length > mostRanked ? [...marked].slice(0, mostRanked).join('') : marked,
    searchText: fold([name, ...others.filter(Boolean)].join(' ')),
  }
}

export type SearchKey = [tier: number, id: string]

export type Searchable = {
  table: string
  id: string
  columns: Fragment
  /** The condition of all searched rows; includes `tenant_id`. */
  where: Fragment
  /** Another condition by which a row matches a word, besides `search_text`; undefined if this word has none. */
  elsewhere?: (word: string) => Fragment | undefined
}

/**
 * Rows that contain every word of the query, best match first (equal to the name, at its start, at the start of a word
 * in it, anywhere), newest first within each tier. Each tier is a separate statement, sent only while rows are missing,
 * so that PostgreSQL can choose the cheapest plan: an index on names or trigrams if matches are rare, the newest rows if
 * they are common. The cost of one sort over all matches would grow with their number.
 *
 * Run it in `inSnapshot`: the tiers then see one state of the table, and plans are made for these words.
 */
export async function searchPage<T extends object>(
  db: Reader,
  { table, id, columns, where, elsewhere }: Searchable,
  query: string,
  { limit, after }: PageOf<SearchKey>,
): Promise<(T & { tier: number })[]> {
  const [afterTier, afterId] = after ?? [0, undefined]
  const found: (T & { tier: number })[] = []
  for (const [tier, condition] of tierConditions(db, query, elsewhere).entries()) {
    const missing = limit + 1 - found.length
    if (tier < afterTier || missing === 0) continue
    const rest =
      tier === afterTier && afterId !== undefined ? db`and ${db.identifier(id)} < ${afterId}` : db``
    found.push(
      ...(await db<(T & { tier: number })[]>`
        select ${columns}, ${tier}::int as tier from ${db.identifier(table)}
        where ${where} and ${condition} ${rest}
        order by ${db.identifier(id)} desc limit ${missing}`),
    )
  }
  return found
}

/**
 * The number of rows that contain every word of the query, up to `most` if given. With a limit the newest rows are
 * counted first: other searches read them too, so they are cached in memory, unlike the oldest rows.
 */
export async function countMatches(
  db: Reader,
  { table, id, where, elsewhere }: Omit<Searchable, 'columns'>,
  query: string,
  most?: number,
): Promise<number> {
  const matches = db`select from ${db.identifier(table)} where ${where} and ${holdsEveryWord(db, query, elsewhere)}`
  const newest = most ? db`order by ${db.identifier(id)} desc limit ${most}` : db``
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from (${matches} ${newest}) as matches`
  return row?.total ?? 0
}

function tierConditions(db: Reader, query: string, elsewhere: Searchable['elsewhere']): Fragment[] {
  const whole = markWords(fold(query))
  if (whole === '') return [db`true`]
  const starts = `${likeText(whole)}%`
  const startsWord = `%${starts}`
  return [
    db`name_folded = ${whole}`,
    db`name_folded like ${starts} and name_folded <> ${whole}`,
    db`name_folded like ${startsWord} and name_folded not like ${starts}`,
    db`${holdsEveryWord(db, query, elsewhere)} and name_folded not like ${startsWord}`,
  ]
}

/** The distinct words of a query, folded. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(' '))].filter(Boolean)
}

export function holdsEveryWord(db: Reader, query: string, elsewhere: Searchable['elsewhere']): Fragment {
  const conditions = wordsOf(query).map((word) => {
    const here = db`search_text like ${holding(word)}`
    const there = elsewhere?.(word)
    return there ? db`(${here} or ${there})` : here
  })
  return conditions.reduce((all, condition) => db`${all} and ${condition}`, db`true`)
}

/** The `like` pattern that matches texts containing this one. */
export function holding(text: string): string {
  return `%${likeText(text)}%`
}

/** Escapes `%`, `_` and `\`. */
function likeText(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

const mostRemembered = 2_000

/**
 * Exact counts of matches, cached while the tenant's table doesn't change: counting 100,000 matches takes 100 ms,
 * checking for changes a fraction of a millisecond. `revision` is the tally that `revise` increments with each change of
 * the table. Run it in `inSnapshot`, so that count and revision are of one state.
 */
export class MatchCounts {
  readonly #revision: string
  readonly #known = new Map<string, { revision: number; total: number }>()

  constructor(revision: string) {
    this.#revision = revision
  }

  async count(
    db: Reader,
    tenantId: string,
    searchable: Omit<Searchable, 'columns'>,
    query: string,
    filters: object = {},
  ): Promise<number> {
    const name = JSON.stringify([tenantId, filters, fold(query)])
    const revision = await readTally(db, tenantId, this.#revision)
    const known = this.#known.get(name)
    if (known?.revision === revision) return known.total
    const total = await countMatches(db, searchable, query)
    this.#known.delete(name)
    this.#known.set(name, { revision, total })
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest)
    return total
  }
}
