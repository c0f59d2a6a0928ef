import type { SiteFacts } from './html.ts'

/** Control characters, and those that reverse the direction of the text around them. */
const treacherous =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A text of an external site as one sanitised line; undefined if nothing is left. */
export function harmlessLine(text: unknown, most: number): string | undefined {
  if (typeof text !== 'string') return undefined
  const line = text
    .slice(0, 4_000)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replace(treacherous, '')
    .normalize('NFC')
    .trim()
  const characters = [...line]
  if (characters.length <= most) return line || undefined
  const cut = characters.slice(0, most - 1).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`
}

/** What JSON-LD says about the organisation behind the page. */
export function findOrganization(data: string[]): { name?: unknown; logo?: unknown; description?: unknown } {
  for (const text of data) {
    const parsed = parseJson(text)
    const graph = isObject(parsed) && Array.isArray(parsed['@graph']) ? parsed['@graph'] : [parsed].flat()
    const found = graph
      .slice(0, 100)
      .find((one) => isObject(one) && /Organi[sz]ation|Corporation|LocalBusiness/.test(String(one['@type'])))
    if (isObject(found))
      return {
        name: found.name,
        logo: isObject(found.logo) ? found.logo.url : found.logo,
        description: found.description,
      }
  }
  return {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The company's name: the site name in the metadata, or the part of the title that resembles the domain. */
export function nameOf({ metas, title, data }: SiteFacts, domain: string): string {
  const label = domain.replace(/^www\./, '').split(/[.:]/, 1)[0] ?? domain
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const parts = title
    .slice(0, 500)
    .split(/\s[|–—·:-]\s|[|·]|:\s/)
    .map((part) => harmlessLine(part, 120))
    .filter((part) => part !== undefined)
  // An IP address contains no name.
  const likely = /^\d+$/.test(label)
    ? parts[0]
    : parts.find((part) => plain(label).includes(plain(part)) || plain(part).includes(plain(label)))
  return (
    harmlessLine(metas.get('og:site_name'), 120) ??
    harmlessLine(findOrganization(data).name, 120) ??
    harmlessLine(metas.get('application-name'), 120) ??
    (likely && [...likely].length <= 40 ? likely : undefined) ??
    label.charAt(0).toUpperCase() + label.slice(1)
  )
}

/** The first sentence of the page's description. */
export function descriptionOf({ metas, data }: SiteFacts): string | undefined {
  const text = harmlessLine(
    metas.get('description') ?? metas.get('og:description') ?? findOrganization(data).description,
    600,
  )
  if (!text) return undefined
  const end = /[.!?。](?=\s|$)/.exec(text.slice(40))
  return harmlessLine(end ? text.slice(0, 40 + end.index + 1) : text, 300)
}

export function languageOf({ language, metas }: SiteFacts): string | undefined {
  const [tag = ''] = (language ?? metas.get('content-language') ?? '').toLowerCase().split(/[-_,]/)
  return /^[a-z]{2,3}$/.test(tag) ? tag : undefined
}
