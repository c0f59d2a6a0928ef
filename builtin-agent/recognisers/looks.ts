import { fontNames, type LookName, Theme as ThemeSchema } from '../../document/index.ts'
import { listed } from '../label.ts'
import { applyLooks, type Look, type LookPart } from '../operations/looks.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { PropSchema } from '../schemas.ts'
import { isWord, type Token } from '../tokens.ts'
import { colorAt, fontAt, numberAt } from '../values/read.ts'

const words = (list: string) => new Set(list.split(' '))
/** Words that a wish about the look may contain besides its values. Any other word means that it is about something else. */
const lookWords = words(
  'make change set update turn switch use go have get give let try apply pick choose want need put keep i we you me us it this that the a an our my your to into in with for of on as be is are should could can would must like all everything whole entire page site website theme color colors colour colours accent accents primary main brand branding button buttons background backgrounds text font fonts typeface typography mode scheme palette look feel style design and or please instead from everywhere one kind sort shade tone nice warm cool corner corners edges radius rounding border rounded round px pixels pixel at new different headings letters links highlight every each its more bit much too please hex code value overall general cta ctas them set something lets does do up bg backdrop behind only just version theming colored coloured key default defaults original reset restore back family body writing switching changing going using moving well go goes id love would',
)
const backgroundWords = words('background backgrounds bg backdrop')
const textWords = words('text letters writing')
const cornerWords = words('corner corners edges radius rounding border')

/** The theme changes that the words ask for; undefined if they are about something else. */
export function readLooks(tokens: Token[], page: OpenPage): Look[] | undefined {
  const looks: Look[] = []
  const hasFont = tokens.some((token) =>
    isWord(token, 'font', 'fonts', 'typeface', 'typography', 'set', 'use', 'in'),
  )
  const hasCorner = tokens.some((token) => cornerWords.has(token.norm) || isWord(token, 'rounded'))
  const topic = page.focus[0]
  let part: LookPart | undefined
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] as Token
    const color = colorAt(tokens, index)
    if (color && !isMode(tokens, index)) {
      const here = partAt(tokens, index, color.length) ?? part ?? 'primaryColor'
      looks.push({ kind: 'color', color: color.color, name: color.name, part: here })
      index += color.length
      part = undefined
      continue
    }
    const font =
      hasFont && !cornerWords.has(tokens[index + 1]?.norm ?? '') ? fontAt(tokens, index) : undefined
    if (
      font &&
      !(
        isWord(token, 'rounded', 'modern', 'classic', 'system', 'sans') &&
        !tokens.some((other) => isWord(other, 'font', 'fonts', 'typeface', 'typography'))
      )
    ) {
      looks.push({ kind: 'font', font: font.font })
      index += font.length
      continue
    }
    const choice = themeChoice(token)
    if (choice && tokens.some((other) => isWord(other, 'look', 'style', 'design', 'theme'))) {
      looks.push({ kind: 'choice', ...choice })
      index++
      continue
    }
    const look = readLook(
      tokens,
      index,
      hasCorner,
      topic?.kind === 'theme' ? (topic.prop as LookPart) : undefined,
    )
    if (look) looks.push(look)
    else if (
      token.kind === 'word' &&
      !lookWords.has(token.norm) &&
      !(hasCorner && isWord(token, 'no', 'less', 'more', 'without', 'not'))
    )
      return undefined
    else if (token.kind === 'number' && !hasCorner) return undefined
    else if (token.kind === 'quote' || token.kind === 'url' || token.kind === 'email') return undefined
    if (backgroundWords.has(token.norm)) part = 'backgroundColor'
    else if (textWords.has(token.norm)) part = 'textColor'
    else if (isWord(token, 'accent', 'primary', 'button', 'buttons', 'brand')) part = 'primaryColor'
    index++
  }
  return looks
}

/** Whether "dark" or "light" is about the mode of the page, and no colour. */
function isMode(tokens: Token[], index: number): boolean {
  return isWord(tokens[index], 'dark', 'light') && !colorAt(tokens, index)
}

function partAt(tokens: Token[], at: number, length: number): LookPart | undefined {
  const after = tokens[at + length]
  const next = isWord(after, 'page', 'site') ? tokens[at + length + 1] : after
  if (backgroundWords.has(next?.norm ?? '')) return 'backgroundColor'
  if (textWords.has(next?.norm ?? '') || isWord(next, 'font') || isWord(next, 'letters')) return 'textColor'
  return isWord(next, 'buttons', 'accent', 'accents', 'button') ? 'primaryColor' : undefined
}

function readLook(
  tokens: Token[],
  index: number,
  hasCorner: boolean,
  topic: LookPart | undefined,
): Look | undefined {
  const token = tokens[index] as Token
  const before = tokens[index - 1]
  if (isWord(token, 'dark', 'light') && textWords.has(tokens[index + 1]?.norm ?? ''))
    return {
      kind: 'color',
      color: isWord(token, 'dark') ? '#1a1a1a' : '#f5f5f5',
      name: token.norm,
      part: 'textColor',
    }
  if (isWord(token, 'dark', 'light', 'night', 'day'))
    return { kind: 'mode', mode: isWord(token, 'dark', 'night') ? 'dark' : 'light' }
  if (isWord(token, 'darker', 'lighter', 'brighter', 'paler', 'deeper')) {
    const part = tokens.some(({ norm }) => backgroundWords.has(norm))
      ? 'backgroundColor'
      : tokens.some(({ norm }) => textWords.has(norm))
        ? 'textColor'
        : topic
    return {
      kind: 'shade',
      step: isWord(token, 'darker', 'deeper') ? -0.1 : 0.1,
      part: part && /Color$/.test(part) ? part : 'primaryColor',
    }
  }
  const isLess =
    isWord(before, 'less', 'not', 'no') ||
    tokens.some((other) => isWord(other, 'no', 'less', 'without', 'remove'))
  if (isWord(token, 'rounder')) return { kind: 'radius', radius: 'rounder' }
  if (isWord(token, 'sharper', 'squarer')) return { kind: 'radius', radius: 'sharper' }
  if (isWord(token, 'round', 'rounded') && (hasCorner || isWord(before, 'it'))) {
    const amount = tokens.map(numberAt).find((value) => value !== undefined)
    if (amount !== undefined) return undefined
    if (isWord(before, 'less')) return { kind: 'radius', radius: 'sharper' }
    if (isWord(before, 'more')) return { kind: 'radius', radius: 'rounder' }
    return { kind: 'radius', radius: isLess ? 0 : 16 }
  }
  if (isWord(token, 'square', 'sharp', 'straight', 'pointy') && hasCorner)
    return { kind: 'radius', radius: 0 }
  if (token.kind === 'number' && hasCorner) return { kind: 'radius', radius: numberAt(token) ?? 0 }
  if (
    isWord(token, 'brand', 'default', 'original', 'defaults') &&
    tokens.some((other) => isWord(other, 'reset', 'restore', 'back')) &&
    !tokens.some((other) => isWord(other, 'bring'))
  )
    return { kind: 'reset' }
  return undefined
}

/** The option of a theme property that a word names. */
function themeChoice(token: Token): { prop: string; value: string } | undefined {
  for (const [prop, schema] of Object.entries((ThemeSchema as PropSchema).properties ?? {}))
    if (prop !== 'font' && schema.enum?.includes(token.norm)) return { prop, value: token.norm }
  return undefined
}

const looksByWord = new Map<string, LookName>([
  ...['bold', 'bolder', 'louder', 'punchier', 'striking'].map((word) => [word, 'bold'] as const),
  ...['editorial', 'magazine', 'journalistic'].map((word) => [word, 'editorial'] as const),
  ...['product', 'saas'].map((word) => [word, 'product'] as const),
])
/** Words that a wish for another look of the page may contain. Any other word means that it is about a part of the page. */
const directionWords = words(
  'make change turn switch use go have get give let try apply want need i we you can could would it this that the a an our to into in with for be is should must like whole entire page site website everything all look feel style design theme overall please more bit little much lot far way even still really looking less corporate boring quiet so and but rather something kind of',
)

/** Changes colours, font, corners or mode of the page, if the message asks for nothing else. */
export function recogniseLooks(tokens: Token[], page: OpenPage): Outcome | undefined {
  const contrast = tokens.findIndex(
    (token, index) =>
      index > 0 && isWord(token, 'instead', 'rather') && isWord(tokens[index + 1], 'of', 'than'),
  )
  const looks = readLooks(contrast === -1 ? tokens : tokens.slice(0, contrast), page)
  if (looks && looks.length > 0) return applyLooks(looks, page)
  return directionIn(tokens, page) ?? missingFont(tokens)
}

/** Changes the look, if the message names nothing but the page. */
function directionIn(tokens: Token[], page: OpenPage): Outcome | undefined {
  const wished = tokens.flatMap(({ norm }) => looksByWord.get(norm) ?? [])
  const [look] = wished
  const isPlain = tokens.every(
    ({ kind, norm }) =>
      kind === 'mark' || looksByWord.has(norm) || (kind === 'word' && directionWords.has(norm)),
  )
  const isTurnedDown = tokens.some(
    ({ norm }, at) => norm === 'less' && looksByWord.has(tokens[at + 1]?.norm ?? ''),
  )
  // "Bold" after a text was mentioned is about its letters.
  const isEmphasis =
    page.focus.some(({ kind }) => kind === 'text') && tokens.some((token) => isWord(token, 'bold'))
  if (!look || wished.length > 1 || !isPlain || isTurnedDown || page.selected || isEmphasis) return undefined
  return applyLooks([{ kind: 'choice', prop: 'look', value: look }], page)
}

/** The reply to a wish for a font that is not available. */
function missingFont(tokens: Token[]): Outcome | undefined {
  if (tokens.length > 12 || !tokens.some((token) => isWord(token, 'font', 'fonts', 'typeface')))
    return undefined
  const hasConnector = tokens.some(
    (token) => token.norm === ':' || isWord(token, 'to', 'use', 'in', 'should'),
  )
  const names = fontNames.map((name) => name.replace(/^./, (sign) => sign.toUpperCase()))
  return hasConnector
    ? refused(`I don’t have that font. Available fonts: ${listed(names)}.`, [
        'set the font to Georgia',
        'set the font to Inter',
      ])
    : undefined
}
