import type { PendingQuery, Row } from 'postgres'
import type { Reader } from './db.ts'
import type { PageOf } from './http/paging.ts'

type Fragment = PendingQuery<Row[]>

/** Letters that Unicode does not take apart into a base letter and an accent. */
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
}

/** Text as search sees it: without case, accents and superfluous spaces. Done here, as databases differ in it. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A name is indexed whole, and an index takes 2,700 bytes; one letter can unfold to eighteen of three bytes each. */
const longestRanked = 500

/** What a searchable table keeps of a row: `name_folded`, which ranks it, and `search_text`, which finds it. */
export function searchColumns(name: string, ...others: (string | null | undefined)[]) {
  return {
    nameFolded: fold(name).slice(0, longestRanked),
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
 * anywhere), newest first among equals. Each tier is a query of its own with a limit, so that PostgreSQL picks what
 * is cheap for it: the trigram index where matches are rare, the newest rows where they are common. One sort over
 * all matches would cost more with every row.
 */
export async function searchPage<T extends object>(
  db: Reader,
  { table, id, columns, where, elsewhere }: Searchable,
  query: string,
  { limit, after }: PageOf<SearchKey>,
): Promise<(T & { tier: number })[]> {
  const [afterTier, afterId] = after ?? [0, undefined]
  const parts = tierConditions(db, query, elsewhere)
    .map((condition, tier) => ({ condition, tier }))
    .filter(({ tier }) => tier >= afterTier)
    .map(
      ({ condition, tier }) => db`(
        select ${columns}, ${tier}::int as tier from ${db(table)}
        where ${where} and ${condition} ${tier === afterTier && afterId !== undefined ? db`and ${db(id)} < ${afterId}` : db``}
        order by ${db(id)} desc limit ${limit + 1})`,
    )
  const union = parts.reduce((all, part) => db`${all} union all ${part}`)
  return await db<(T & { tier: number })[]>`
    select * from (${union}) as matches order by tier, ${db(id)} desc limit ${limit + 1}`
}

/** How many rows hold every word of the query; never more than `most` when that is given. */
export async function countMatches(
  db: Reader,
  { table, where, elsewhere }: Pick<Searchable, 'table' | 'where' | 'elsewhere'>,
  query: string,
  most?: number,
): Promise<number> {
  const matches = db`select from ${db(table)} where ${where} and ${holdsEveryWord(db, query, elsewhere)}`
  const [row] = await db<{ total: number }[]>`
    select count(*) as total from (${matches} ${most ? db`limit ${most}` : db``}) as matches`
  return row?.total ?? 0
}

function tierConditions(db: Reader, query: string, elsewhere: Searchable['elsewhere']): Fragment[] {
  const whole = fold(query)
  if (whole === '') return [db`true`]
  const starts = `${likeText(whole)}%`
  const startsWord = `(^|[[:space:][:punct:]])${whole.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}`
  return [
    db`name_folded = ${whole}`,
    db`name_folded like ${starts} and name_folded <> ${whole}`,
    db`${holdsEveryWord(db, query, elsewhere)} and name_folded ~ ${startsWord} and name_folded not like ${starts}`,
    db`${holdsEveryWord(db, query, elsewhere)} and name_folded !~ ${startsWord}`,
  ]
}

/** The words of a query, folded, each once. */
export function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(' '))].filter(Boolean)
}

function holdsEveryWord(db: Reader, query: string, elsewhere: Searchable['elsewhere']): Fragment {
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
