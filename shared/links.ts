/** The allowed links of texts and buttons. A closed list. */
export const linkHelp =
  'must be an https:, mailto: or tel: address, a path on the site, # and the id of a block, or action: and the id of one of the page’s actions'

const placeholder = /\{\{[^{}]*\}\}/g
/** Characters that no link can contain: spaces, control and invisible characters, quotes, angle brackets, backslashes. */
const outOfPlace = /[\s\p{Cc}\p{Cf}\p{Zs}"'<>\\^`{|}]/u
const beforePlaceholder = /^(?:https:\/\/[^/?#]+[/?#]|mailto:[^?]+\?|\/)/i

/** The error of a link, if it is invalid. With placeholders, it must be valid with and without their values. */
export function linkError(link: string): string | undefined {
  if (link.length > 2000) return 'must be at most 2000 characters long'
  const start = link.indexOf('{{')
  if (start === -1) return isLink(link) ? undefined : linkHelp
  if (!beforePlaceholder.test(link.slice(0, start)))
    return 'may have placeholders only after the host, where they cannot change where it leads'
  return isLink(link.replace(placeholder, '')) && isLink(link.replace(placeholder, 'x'))
    ? undefined
    : linkHelp
}

/** Whether a link without placeholders is one of the allowed kinds. */
export function isLink(link: string): boolean {
  if (outOfPlace.test(link)) return false
  if (link.startsWith('/')) return !link.startsWith('//')
  if (link.startsWith('#')) return blockOf(link) !== undefined
  if (/^action:/i.test(link)) return actionOf(link) !== undefined
  if (/^mailto:/i.test(link)) return /^mailto:[^@?]+@[^@?]+(\?.*)?$/i.test(link)
  if (/^tel:/i.test(link)) return /^tel:\+?[\d().-]{3,30}$/i.test(link)
  return isWebAddress(link)
}

/** An https URL with a host and without credentials. */
export function isWebAddress(link: string): boolean {
  if (!/^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(link)) return false
  return URL.canParse(link)
}

/** The id in `action:<actionId>`. */
export function actionOf(link: string): string | undefined {
  return /^action:([A-Za-z0-9_-]{1,64})$/.exec(link)?.[1]
}

/** The id in `#<block id>`, a link to a block on the same page. */
export function blockOf(link: string): string | undefined {
  return /^#([a-z][a-z0-9-]{0,39})$/.exec(link)?.[1]
}

/** Encodes a value for a URL. Parentheses too, as they would end a link in inline markup. */
export function encodeForLink(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A URL that was not validated with a document, such as an action's; undefined if it is not an allowed link. */
export function safeHref(url: string): string | undefined {
  if (actionOf(url)) return undefined
  return isLink(url) || (/^http:\/\/[^/?#@]/i.test(url) && URL.canParse(url) && !outOfPlace.test(url))
    ? url
    : undefined
}
