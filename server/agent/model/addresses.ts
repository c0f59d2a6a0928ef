import { parse } from 'tldts'

// Finds addresses in text of any length in linear time. A single regular expression for a whole address would
// backtrack over long runs of letters, which takes seconds for a message of 50,000 characters.

/** Reserved top-level domains, which are not in the Public Suffix List, but still look like addresses. */
const reserved = new Set(['example', 'test', 'invalid', 'local', 'internal', 'onion'])

/** Host names with at least one dot, such as `www.acme.com`. */
export function hostsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}.-]+/gu) ?? [])
    .flatMap((run) => run.split(/\.\.+/))
    .map((part) => part.slice(part.startsWith('.') ? 1 : 0, part.endsWith('.') ? -1 : undefined))
    .filter((part) => part.includes('.'))
}

/**
 * Host names in prose. The top-level domain must exist, according to the Public Suffix List, so `Node.js`, `e.g.`,
 * `v1.2` and `plan.pdf` are not host names.
 */
export function writtenHosts(text: string): string[] {
  return hostsIn(withoutEmails(folded(text))).filter(isHost)
}

/** E-mail addresses, without punctuation after them. */
export function emailsIn(text: string): string[] {
  return text.split(/[\s"<>()[\],;:]/).flatMap((word) => {
    const parts = word.split('@')
    return parts.slice(1).flatMap((part, before) => {
      const domain = endAtLetter(/^[\p{L}\p{N}.-]*/u.exec(part)?.[0] ?? '')
      return parts[before] && domain.length > 1 ? [`${parts[before]}@${domain}`] : []
    })
  })
}

/** E-mail addresses in prose whose domain has a dot. */
export function writtenEmails(text: string): string[] {
  return emailsIn(folded(text)).filter((mail) => mail.slice(mail.lastIndexOf('@')).includes('.'))
}

const phone = /(?<![\p{L}\p{N}])(?:\+ ?)?[\d(][\d ()./\u00a0\u202f-]{5,24}\d(?![\p{L}\p{N}])/gu
/** Dates, ranges of years and large numbers have as many digits as phone numbers. */
const noPhone =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./] ?\d{1,2}[-./] ?\d{2,4}|\d{4} ?[-/] ?\d{4}|[1-9]\d{0,2}(?:[ .\u00a0\u202f]\d{3})+|[1-9]\d*(?:\.\d+)?)$/

/** Phone numbers: seven digits or more, with a plus sign or grouped. */
export function writtenPhones(text: string): string[] {
  return (folded(text).match(phone) ?? []).filter((found) => {
    const digits = found.replace(/\D/g, '').length
    return digits >= 7 && digits <= 15 && !noPhone.test(found.trim())
  })
}

/** Replaces other dots and removes invisible characters, which make an address look the same. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[。．｡]/g, '.')
    .replace(/\p{Cf}/gu, '')
}

/** The text without its e-mail addresses. */
function withoutEmails(text: string): string {
  if (!text.includes('@')) return text
  const words = text.split(/[\s"<>()[\],;:]/).map((word) => {
    const [local = '', ...others] = word.split('@')
    const left = others.map((part) => {
      const domain = /^[\p{L}\p{N}.-]*/u.exec(part)?.[0] ?? ''
      return domain.includes('.') ? part.slice(domain.length) : part
    })
    return [left[0] === others[0] ? local : '', ...left].join(' ')
  })
  return words.join(' ')
}

function isHost(name: string): boolean {
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.some((label) => label === '' || label.startsWith('-'))) return false
  // “B.Sc”, “Co.KG”, or a missing space as in “now.It”: top-level domains are not capitalised like that.
  if (ending.length === 2 && /^\p{Lu}/u.test(ending) && name !== name.toUpperCase()) return false
  if (reserved.has(ending.toLowerCase())) return true
  const { domain, isIcann } = parse(name)
  return domain !== null && isIcann === true
}

function endAtLetter(text: string): string {
  const characters = [...text]
  return characters.slice(0, characters.findLastIndex((one) => /\p{L}/u.test(one)) + 1).join('')
}
