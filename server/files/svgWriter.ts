import type { SaxesAttributeNS, SaxesTagNS } from 'saxes'
import { cleanStyle } from './css.ts'
import { Refused, tooLarge } from './refused.ts'
import { attributes, elements, mostOf } from './svgNames.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const deepest = 200
const mostElements = 50_000
const mostUses = 5_000
/** Maximum number of elements once every `use` is expanded. */
const mostRepeated = 200_000
/** Maximum number of filter steps in total, counted for every element that has the filter. */
const mostFilterSteps = 500

/** An image inside the SVG, to be re-encoded before it is written. */
export type Picture = { mediaType: string; bytes: Buffer }
type OpenElement = { name: string; id: string | undefined; start: number }

/** Receives tags, attributes and text in order, and writes the harmless ones. */
export class SvgWriter {
  readonly pieces: (string | Picture)[] = []
  readonly #frames: OpenElement[] = []
  readonly #ranges = new Map<string, [start: number, end: number]>()
  readonly #uses: { at: number; target: string }[] = []
  /** The steps of each filter by its id, and the filters of elements. */
  readonly #filterSteps = new Map<string, number>()
  readonly #filtered: string[] = []
  #elements = 0
  #style = ''
  /** Nesting depth inside an omitted element. */
  #outside = 0

  open({ uri, local, attributes: given }: SaxesTagNS) {
    if (++this.#elements > mostElements) throw tooLarge(`The image has more than ${mostElements} elements.`)
    if (this.#frames.length + this.#outside >= deepest)
      throw new Refused('invalid_file', `The image is nested deeper than ${deepest} elements.`)
    const known = (uri === svgNamespace || uri === '') && elements.has(local)
    if (this.#frames.length === 0 && local !== 'svg')
      throw new Refused('invalid_file', 'The file is not an SVG.')
    const animated = given.attributeName?.value
    if (this.#outside > 0 || !known || (animated !== undefined && !isAnimatable(animated))) {
      this.#outside++
      return
    }
    const kept = keptAttributes(local, Object.values(given))
    this.#frames.push({ name: local, id: kept.get('id') as string | undefined, start: this.#elements })
    this.#noteUse(local, kept.get('href'))
    this.#noteFilter(local, kept)
    this.#write(`<${local}${this.#frames.length === 1 ? ` xmlns="${svgNamespace}"` : ''}`)
    for (const [name, value] of kept) {
      if (typeof value === 'string') this.#write(` ${name}="${escapeText(value)}"`)
      else this.pieces.push(` ${name}="`, value, '"')
    }
    this.#write('>')
  }

  text(words: string) {
    if (this.#outside > 0 || this.#frames.length === 0) return
    if (this.#frames.at(-1)?.name === 'style') this.#style += words
    else this.#write(escapeText(words))
  }

  close() {
    if (this.#outside > 0) {
      this.#outside--
      return
    }
    const frame = this.#frames.pop()
    if (!frame) return
    if (frame.name === 'style') {
      this.#write(escapeText(cleanStyle(this.#style, 'stylesheet')))
      this.#style = ''
    }
    if (frame.id !== undefined) this.#ranges.set(frame.id, [frame.start, this.#elements + 1])
    this.#write(`</${frame.name}>`)
  }

  /** A few elements that reference each other can expand to billions. */
  demandBoundedRepeats() {
    const weights = new Map<string, number>()
    const weigh = (id: string): number => {
      const [start, end] = this.#ranges.get(id) ?? [0, 0]
      const known = weights.get(id)
      if (known !== undefined) return known
      // Infinite until it is computed: a self-reference never ends.
      weights.set(id, Number.POSITIVE_INFINITY)
      const inside = this.#uses.filter(({ at }) => at >= start && at < end)
      const weight = inside.reduce((sum, { target }) => sum + weigh(target), end - start)
      weights.set(id, weight)
      return weight
    }
    const total = this.#uses.reduce((sum, { target }) => sum + weigh(target), this.#elements)
    if (total > mostRepeated) throw tooLarge('The image repeats its elements too often.')
  }

  /** Each filter step renders the whole filter region, however small the element. */
  demandBoundedFilters() {
    const steps = this.#filtered.reduce((sum, id) => sum + (this.#filterSteps.get(id) ?? 0), 0)
    if (steps > mostFilterSteps) throw tooLarge('The image has too many filters.')
  }

  #noteFilter(name: string, kept: Map<string, string | Picture>) {
    const filter = this.#frames.findLast((frame) => frame.name === 'filter')?.id
    if (filter !== undefined && name.startsWith('fe'))
      this.#filterSteps.set(filter, (this.#filterSteps.get(filter) ?? 0) + 1)
    for (const text of [kept.get('filter'), kept.get('style')]) {
      const [, id] = (typeof text === 'string' && filterReference.exec(text)) || []
      if (id !== undefined) this.#filtered.push(id)
    }
  }

  #noteUse(name: string, href: string | Picture | undefined) {
    if (name !== 'use' || typeof href !== 'string') return
    this.#uses.push({ at: this.#elements, target: href.slice(1) })
    if (this.#uses.length > mostUses) throw tooLarge(`The image has more than ${mostUses} repeated elements.`)
  }

  #write(text: string) {
    this.pieces.push(text)
  }
}

/** Animating a reference would bypass the restrictions on references. */
function isAnimatable(name: string): boolean {
  return attributes.has(name) && name !== 'attributeName' && !(name in mostOf)
}

function keptAttributes(element: string, given: SaxesAttributeNS[]): Map<string, string | Picture> {
  const kept = new Map<string, string | Picture>()
  for (const { uri, local, value } of given) {
    if (local === 'href' && (uri === '' || uri === xlinkNamespace)) {
      const reference = keptReference(element, value.trim())
      if (reference && (uri === '' || !kept.has('href'))) kept.set('href', reference)
      continue
    }
    const name = uri === '' ? local : uri === xmlNamespace ? `xml:${local}` : ''
    if (name === 'style') kept.set(name, cleanStyle(value, 'declarationList'))
    else if (attributes.has(name) && reachesNowhere(value)) kept.set(name, bounded(name, value))
  }
  return kept
}

const filterReference = /(?:^|filter:)\s*url\(\s*["']?#([^\s"'()]+)/

/** The value with every excessive number lowered. */
function bounded(name: string, value: string): string {
  const most = mostOf[name]
  if (most === undefined) return value
  const numbers = value.trim().split(/[\s,]+/)
  return numbers.every((number) => Math.abs(Number(number)) <= most)
    ? value
    : numbers.map((number) => Math.min(Math.abs(Number(number)) || 0, most)).join(' ')
}

/** References stay within the image; links are dropped. */
function keptReference(element: string, value: string): string | Picture | undefined {
  if (element === 'a') return undefined
  if (/^#[^\s"'()<>\\]+$/.test(value)) return value
  const [, mediaType, data] = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([\w+/=\s]*)$/i.exec(value) ?? []
  if (element !== 'image' || !mediaType || !data) return undefined
  return { mediaType: mediaType.toLowerCase(), bytes: Buffer.from(data, 'base64') }
}

const localUrl = /url\(\s*(["']?)#[^\s"'()<>\\]+\1\s*\)/gi
const reaching =
  /\\|(?:url|src|image|image-set|cross-fade|element|expression|paint)\s*\(|(?:script|data)\s*:/i

/** Attribute values are parsed as style, so their references must be within the document too. */
function reachesNowhere(value: string): boolean {
  return !reaching.test(value.replace(localUrl, ''))
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? '&#13;')
}
