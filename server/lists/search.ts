import type { Fragment, Reader } from '../database/database.ts'
import type { PageOf } from '../web/paging.ts'
import { readTally } from './tallies.ts'

/** Letters that Unicode does not take apart into a base letter and an accent, and the sigma that ends a word. */
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

/** Accents, but not the vowel signs of Indic scripts and their like, which make other words. */
const accents = /[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]/gv

/** Words of ASCII with one space between them, of which only the case is to be folded. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/

/** Text as search sees it: without case, accents and superfluous spaces. Done here, as databases differ in it. */
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

/** Stands before every word of a folded name. No folded text holds it. */
const wordMark = '\u0001'
/** A name is ranked by this much of it, so that it fits an index entry; it is found by all of it. */
const mostRanked = 500

function markWords(folded: string): string {
  return folded.replace(/(?<![\p{L}\p{N}\p{M}])(?=[\p{L}\p{N}])/gu, wordMark)
}

/**
 * What a searchable table keeps of a row: `name_folded`, which ranks it, and `search_text`, which finds it. Words are
 * marked in the first, so that looking for the start of a word is looking for a piece of text, which the trigram
 * index knows and which does not depend on what the database takes for a letter.
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
  /** Which rows there are to find; names `tenant_id`. */
  where: Fragment
  /** Where else than in `search_text` a row may hold a word, if that is to be looked at for this word. */
  elsewhere?: (word: string) => Fragment | undefined
}

/**
 * Rows that hold every word of the query, best match first (the name itself, its start, the start of a word in it,
 * anywhere), newest first among equals. Each tier is a statement of its own, made only while rows are missing, so
 * that PostgreSQL picks what is cheap for it: an index on names or trigrams where matches are rare, the newest rows
 * where they are common. One sort over all matches would cost more with every row.
 *
 * Run it in `inSnapshot`: its tiers then see one state of the table, and plans fit the words.
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

export type Counted = Searchable & {
  /** The tallies that count all rows there are to find, for a query without words. */
  tallies: string[]
  /** What besides the query decides which rows there are. */
  filters?: object
  /** The tallies count rows that the condition leaves out. */
  isFiltered?: boolean
}

/** One page of `searchPage`, and how many rows match. Run it in `inSnapshot`. */
export async function searchCounted<T extends object>(
  db: Reader,
  counts: MatchCounts,
  tenantId: string,
  searchable: Counted,
  query: string,
  page: PageOf<SearchKey>,
): Promise<{ rows: (T & { tier: number })[]; total: number }> {
  const [rows, total] = await Promise.all([
    searchPage<T>(db, searchable, query, page),
    countCounted(db, counts, tenantId, searchable, query),
  ])
  return { rows, total }
}

/** How many rows match: by the tallies without a query or filters. */
export async function countCounted(
  db: Reader,
  counts: MatchCounts,
  tenantId: string,
  { tallies, filters, isFiltered = false, ...searchable }: Counted,
  query: string,
): Promise<number> {
  return fold(query) === '' && !isFiltered
    ? await readTally(db, tenantId, ...tallies)
    : await counts.count(db, tenantId, searchable, query, filters)
}

/**
 * How many rows hold every word of the query; never more than `most` when that is given. It then counts the newest
 * ones: others search those, too, so they are in memory, which a read of the whole table from its start is not.
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

/** The words of a query, folded, each once. */
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

/** The pattern of texts that hold this one. */
export function holding(text: string): string {
  return `%${likeText(text)}%`
}

/** `%`, `_` and `\` are plain characters to those who search. */
function likeText(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

const mostRemembered = 2_000

/**
 * Exact counts of matches, remembered for as long as nothing of a tenant's table changes: counting 100,000 matches
 * takes a tenth of a second, asking whether anything changed a fraction of a millisecond. `revision` names the tally
 * that `revise` keeps of the table. To be exact, all of it must see one state: run it in `inSnapshot`.
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
