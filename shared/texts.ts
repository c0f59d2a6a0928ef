import { characterError } from './characters.ts'
import { tokenPattern } from './inline.ts'
import { linkError } from './links.ts'
import { placeholders, readPlaceholder } from './placeholders.ts'
import { hasPrompt, readPrompt } from './prompts.ts'
import type { StringKind } from './strings.ts'

const escaped = /\\[!-/:-@[-`{-~]/g
/** In HTML, one of these after `<` begins a tag; a placeholder's value may start with one. */
const tag = /<[a-z/!?{]/i
const scriptAddress =
  /(?:j\s*a\s*v\s*a|v\s*b|l\s*i\s*v\s*e)\s*s\s*c\s*r\s*i\s*p\s*t\s*:\S|data:[\w.+-]*\/[\w.+-]+[;,]/i
const entities: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', lt: '<', gt: '>' }

/** The error of a string in block props, if it is invalid. */
export function stringError(text: string, kind: StringKind | undefined): string | undefined {
  const error = characterError(text)
  if (error || kind === undefined) return error
  if (kind === 'link') return linkError(text) ?? promptInLinkError(text) ?? placeholderError(text)
  if (kind === 'paragraphs' ? /[^\n\P{Cc}]/u.test(text) : /\p{Cc}/u.test(text))
    return kind === 'paragraphs'
      ? 'must not contain control characters'
      : 'must be one line without control characters'
  if (tag.test(text.replace(escaped, '·')))
    return 'must not contain HTML; put a backslash before a < that is text'
  if (holdsScriptAddress(text)) return 'must not contain the address of a script'
  return placeholderError(text) ?? (kind === 'text' ? undefined : inlineLinkError(text))
}

/** Whether a text contains `javascript:` or similar in any spelling. Harmless as text, but never legitimate. */
export function holdsScriptAddress(text: string): boolean {
  if (!text.includes(':') && !text.includes('&')) return false
  const bare = text.replace(escaped, '·').replace(/[\p{Cc}\p{Cf}]/gu, '')
  return scriptAddress.test(bare) || (bare.includes('&') && scriptAddress.test(decodeEntities(bare)))
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code).replace(/\p{Cc}/u, '') : whole
  })
}

function placeholderError(text: string): string | undefined {
  if (!text.includes('{{')) return undefined
  for (const [, inside] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (inside === undefined || readPlaceholder(inside)) continue
    const question = readPrompt(inside)
    if (question === '') return 'has a prompt without a question; write {{prompt|What should be said here?}}'
    if (question === undefined)
      return `must not contain the unknown placeholder {{${inside.slice(0, 60)}}}; known are ${Object.keys(placeholders).join(', ')}`
  }
  return text
    .replace(escaped, '·')
    .replace(/\{\{[^{}]*\}\}/g, '')
    .includes('{{')
    ? 'has a {{ that no }} closes; put a backslash before one that is text'
    : undefined
}

function promptInLinkError(link: string): string | undefined {
  return hasPrompt(link) ? 'must not contain a prompt' : undefined
}

function inlineLinkError(text: string): string | undefined {
  for (const [, , , , target] of text.matchAll(tokenPattern)) {
    const error = target === undefined ? undefined : (linkError(target) ?? promptInLinkError(target))
    if (error) return `has a link to “${target?.slice(0, 60)}”, which ${error}`
  }
  return undefined
}
