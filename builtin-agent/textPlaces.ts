import { type Block, blockTypes } from '../document/index.ts'
import { mapStrings, type StringKind } from '../shared/strings.ts'
import { stringError } from '../shared/texts.ts'
import { Refusal } from './refusal.ts'

/** A text of a block: its path and its constraints. */
type TextPlace = {
  blockId: string
  /** Property names and indexes within the props, such as `items/0/title`. */
  path: string
  kind: StringKind
  maxLength: number
  /** Undefined if the block has a property for this text but no value. */
  text: string | undefined
}

const schemas = new Map<string, object>(blockTypes.map(({ name, props }) => [name, props]))

/** All readable texts of a block, without links and ids. */
export function textPlacesOf(block: Block): TextPlace[] {
  const places: TextPlace[] = []
  mapStrings(schemas.get(block.type) ?? {}, block.props, (text, { kind, path, maxLength }) => {
    if (kind && kind !== 'link')
      places.push({ blockId: block.id, path: path.slice(1), kind, maxLength, text })
    return text
  })
  return places
}

/** The text formatted for its property; throws a refusal if it does not fit. Texts are never truncated silently. */
export function fitted(text: string, { kind, maxLength }: Pick<TextPlace, 'kind' | 'maxLength'>): string {
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
