import { type Block, blockTypes } from '../../document/index.ts'
import { mapStrings, type StringKind } from '../../shared/strings.ts'
import { stringError } from '../../shared/texts.ts'
import { Refusal } from './refusal.ts'

/** One text of a block: where it is, and what it may hold. */
export type Place = {
  blockId: string
  /** Names and numbers from the props, such as `items/0/title`. */
  path: string
  kind: StringKind
  maxLength: number
  /** Undefined where the block could have this text and has none. */
  text: string | undefined
}

const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))

/** Every text of a block that people read; links and ids are none. */
export function placesOf(block: Block): Place[] {
  const places: Place[] = []
  mapStrings(schemas.get(block.type) ?? {}, block.props, (text, { kind, path, maxLength }) => {
    if (kind && kind !== 'link')
      places.push({ blockId: block.id, path: path.slice(1), kind, maxLength, text })
    return text
  })
  return places
}

/** The text as the place can hold it, or the reason why it can't. Nothing is cut off without a word. */
export function fitted(text: string, { kind, maxLength }: Pick<Place, 'kind' | 'maxLength'>): string {
  const line = (
    kind === 'paragraphs' ? text.replace(/[^\n\P{Cc}]+/gu, ' ') : text.replace(/[\p{Cc}\s]+/gu, ' ')
  )
    .toWellFormed()
    .trim()
  if (line === '') throw new Refusal('There were no words to put there.')
  const escapes = [line, line.replace(/[<{]/g, '\\$&'), line.replace(/[\\<{*[\]:&]/g, '\\$&')]
  const fit = escapes.find((candidate) => stringError(candidate, kind) === undefined)
  if (fit === undefined) throw new Refusal('That text can’t stand on a page.')
  const length = [...fit].length
  if (length > maxLength)
    throw new Refusal(`That text has ${length} characters, and at most ${maxLength} fit there.`)
  return fit
}
