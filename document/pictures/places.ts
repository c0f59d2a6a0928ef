import { readFileSync } from 'node:fs'

/** A city in a text. `name` is spelled as in the text. */
export type NamedLocation = { name: string; latitude: number; longitude: number }

type City = { latitude: number; longitude: number; population: number }

/** Names that usually mean something else; they count only after a word such as “in” or “from”. */
const ambiguous = new Set(
  'austin bar bath charlotte columbus david enterprise essen florence georgia hamilton imperial independence jackson jordan kent lincoln madison male man mobile most nancy nice of orange reading san same santiago sofia split surprise van victoria wellington bari as union providence march may bay hull bray vista cam male lens along buy progress'.split(
    ' ',
  ),
)
const beforePlace = new Set(
  'at between by from in into near outside reach through to toward towards via'.split(' '),
)
const mostWords = 4
const word = /[\p{L}\p{M}][\p{L}\p{M}'’.-]*/gu

let loaded: Map<string, City[]> | undefined

function cities(): Map<string, City[]> {
  if (loaded) return loaded
  loaded = new Map()
  const lines = readFileSync(new URL('./cities.tsv', import.meta.url), 'utf8').split('\n')
  for (const line of lines) {
    const [name = '', , latitude, longitude, thousands] = line.split('\t')
    if (!thousands) continue
    const city = {
      latitude: Number(latitude) / 100,
      longitude: Number(longitude) / 100,
      population: Number(thousands),
    }
    const key = fold(name)
    loaded.set(key, [...(loaded.get(key) ?? []), city])
  }
  return loaded
}

/** The city of this name: of several, the nearest to `near`, or the largest. */
export function findPlace(name: string, near: NamedLocation[] = []): NamedLocation | undefined {
  const candidates = cities().get(fold(name.trim()))
  const city = candidates && nearest(candidates, near)
  return city && { name: name.trim(), latitude: city.latitude, longitude: city.longitude }
}

/** The distinct cities in a text, in order of their first mention. Linear in the length of the text. */
export function findPlaces(text: string, most = 8): NamedLocation[] {
  const found = new Map<string, string>()
  const words = [...text.matchAll(word)]
  for (let at = 0; at < words.length && found.size < most; at++) {
    const first = words[at]?.[0] ?? ''
    if (!/^\p{Lu}/u.test(first)) continue
    for (let count = Math.min(mostWords, words.length - at); count > 0; count--) {
      const name = nameAt(text, words, at, count)
      const key = name === undefined ? '' : fold(name)
      if (name === undefined || !cities().has(key)) continue
      if (ambiguous.has(key) && !beforePlace.has(words[at - 1]?.[0]?.toLowerCase() ?? '')) continue
      if (!found.has(key)) found.set(key, name)
      at += count - 1
      break
    }
  }
  return locate([...found.values()])
}

/** Consecutive words separated by single spaces. */
function nameAt(text: string, words: RegExpExecArray[], at: number, count: number): string | undefined {
  const first = words[at]
  const last = words[at + count - 1]
  if (!first || !last) return undefined
  const name = text.slice(first.index, last.index + last[0].length).replace(/(?<![.'’-])[.'’-]+$/, '')
  return name.split(' ').length === count ? name : undefined
}

/** Of cities with the same name, chooses the one nearest to the others: with Rotterdam, Valencia is the one in Spain. */
function locate(names: string[]): NamedLocation[] {
  const sure = names.flatMap((name) => {
    const candidates = cities().get(fold(name)) ?? []
    return candidates.length === 1 ? (findPlace(name) ?? []) : []
  })
  return names.flatMap((name) => findPlace(name, sure) ?? [])
}

function nearest(candidates: City[], near: NamedLocation[]): City | undefined {
  const [largest] = candidates
  if (near.length === 0 || candidates.length === 1) return largest
  const latitude = near.reduce((sum, place) => sum + place.latitude, 0) / near.length
  const longitude = near.reduce((sum, place) => sum + place.longitude, 0) / near.length
  const distance = (city: City) => Math.hypot(city.latitude - latitude, city.longitude - longitude)
  return candidates.reduce((best, city) => (distance(city) < distance(best) ? city : best))
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, "'")
    .replace(/ł/g, 'l')
    .replace(/ø/gi, 'o')
    .replace(/ß/g, 'ss')
    .toLowerCase()
}
