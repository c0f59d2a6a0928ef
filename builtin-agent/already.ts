import type { Document } from '../document/index.ts'
import { quotedIn } from './explicit.ts'
import type { OpenPage } from './page.ts'
import { tokenise } from './tokens.ts'
import { colorAt } from './values/read.ts'

/**
 * The reply to an edit that changes nothing. It claims that the page is already so only if the page shows the message's
 * colours and quoted words, or the caller knows it.
 */
export function nothingToChange(page: OpenPage, isKnown = false): string {
  return isKnown || isShown(page)
    ? 'It is like that already, so there was nothing to change.'
    : 'As I understand it, that leaves the page as it is, so I changed nothing. Name what should change and what it should become.'
}

/** Whether the page has the colours and the quoted words of the message, and the message has one or the other. */
function isShown({ context, document }: OpenPage): boolean {
  const quoted = quotedIn(context.message)
  const colors = colorsIn(context.message)
  if (quoted.length + colors.length === 0) return false
  const shown = [...Object.values(document.theme), context.brand?.primaryColor]
  return (
    colors.every((color) => shown.includes(color)) &&
    (quoted.length === 0 || quoted.some((text) => textOf(document).includes(text.toLowerCase())))
  )
}

function colorsIn(message: string): string[] {
  const tokens = tokenise(message)
  return tokens.flatMap((_, at) => colorAt(tokens, at)?.color ?? [])
}

function textOf(document: Document): string {
  return JSON.stringify(document.blocks).toLowerCase()
}
