/** Where a text or button may lead. A closed list: what is not one of these is not a link. */
export const linkHelp =
  'must be an https:, mailto: or tel: address, a path on the site, # and the id of a block, or action: and the id of one of the page’s actions'

const placeholder = /\{\{[^{}]*\}\}/g
/** Spaces, control and invisible characters, quotes, angles and backslashes have no place in an address. */
const outOfPlace = /[\s\p{Cc}\p{Cf}\p{Zs}"'<>\\^`{|}]/u
const beforePlaceholder = /^(?:https:\/\/[^/?#]+[/?#]|mailto:[^?]+\?|\/)/i

/** Says what is wrong with a link, or nothing. One with placeholders must be right with and without their values. */
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

/** An https address that names its host and nobody's password. */
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

/** A value as part of an address; parentheses would end a link in inline markup. */
export function encodeForLink(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** An address that came from elsewhere than a document, such as an action's, when it is safe to lead people to. */
export function safeHref(url: string): string | undefined {
  if (actionOf(url)) return undefined
  return isLink(url) || (/^http:\/\/[^/?#@]/i.test(url) && URL.canParse(url) && !outOfPlace.test(url))
    ? url
    : undefined
}
