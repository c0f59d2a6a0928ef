import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/keys.ts'
import { readQuery } from '../../api/lists.ts'
import { audienceQuery } from '../../audiences/queries.ts'
import { brandsQuery } from '../../brands/queries.ts'
import { blockTypesQuery } from '../../documents/schema.ts'
import { pageQuery } from '../../pages/queries.ts'
import { notify, notifyProblem } from '../../ui/notify.tsx'
import type { PublishOffer } from '../offer.ts'
import type { ShareSubject } from '../queries.ts'
import { findMisspelt, type Misspelt } from './speller.ts'
import { type PlacedText, replaceWord, textsOf, wordsToCheck } from './words.ts'

/** A misspelt word with the texts it occurs in. */
export type SpellingMistake = Misspelt & { places: PlacedText[] }

export type Spelling = {
  /** `off`: the page's language is not checked, or the check failed. */
  state: 'off' | 'checking' | 'done'
  mistakes: SpellingMistake[]
}

const dictionaryQuery = readQuery(keys.dictionary, (call) => api.settings.getDictionary(call))

/** Misspelt words in what would be published, if it is in English. */
export function useSpelling(
  subject: ShareSubject,
  { check, after }: Pick<PublishOffer, 'check' | 'after'>,
): Spelling {
  const isEnglish = /^en\b/.test(check?.language ?? '')
  const { data: types } = useQuery({ ...blockTypesQuery, enabled: isEnglish })
  const { data: dictionary } = useQuery({ ...dictionaryQuery, enabled: isEnglish })
  const names = useNames(subject)
  const isReady = isEnglish && after !== undefined && types !== undefined && names !== undefined
  const texts = isReady ? textsOf(after, types) : []
  const words = isReady ? wordsToCheck(texts, names) : []
  const { data, isError } = useQuery({
    queryKey: keys.spelling(words),
    queryFn: () => findMisspelt(words),
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if ((check && !isEnglish) || isError) return { state: 'off', mistakes: [] }
  if (!data || !dictionary) return { state: 'checking', mistakes: [] }
  const ignored = new Set(dictionary.words)
  const mistakes = data
    .filter(({ word }) => !ignored.has(word.toLowerCase()))
    .map((one) => ({ ...one, places: texts.filter(({ text }) => replaceWord(text, one.word, '') !== text) }))
    .filter(({ places }) => places.length > 0)
  return { state: 'done', mistakes }
}

/** Names to skip: those of the page, its brand, and its audience. */
function useNames({ pageId, audienceId }: ShareSubject): string[] | undefined {
  const { data: page } = useQuery(pageQuery(pageId))
  const { data: brands } = useQuery(brandsQuery)
  const { data: audience } = useQuery({
    ...audienceQuery(pageId, audienceId ?? ''),
    enabled: audienceId !== undefined,
  })
  if (!page || !brands || (audienceId && !audience)) return undefined
  return [
    page.name,
    ...brands.map(({ name }) => name),
    audience?.computedName,
    audience?.effectiveName,
  ].filter((name) => name !== undefined)
}

/** Adds a word to the team's dictionary, which all pages share. */
export function useIgnoreWord() {
  const client = useQueryClient()
  const change = async (body: { add?: string[]; remove?: string[] }) =>
    client.setQueryData(dictionaryQuery.queryKey, await api.settings.updateDictionary(body))
  return useMutation({
    mutationFn: (word: string) => change({ add: [word] }),
    onSuccess: (_, word) =>
      notify(`“${word}” is in your team’s dictionary now`, { undo: () => change({ remove: [word] }) }),
    onError: notifyProblem,
  })
}
