import { parse } from 'tldts'

// Finds addresses in text of any length in linear time. One pattern for a whole address would try every start of a long
// run of letters and read to its end each time: seconds for a message of 50,000 characters.

/** Endings that are reserved, so that no list of registries has them, and still read as an address. */
const reserved = new Set(['example', 'test', 'invalid', 'local', 'internal', 'onion'])

/** Host names with at least one dot, such as `www.acme.com`. */
export function hostsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{N}.-]+/gu) ?? [])
    .flatMap((run) => run.split(/\.\.+/))
    .map((part) => part.slice(part.startsWith('.') ? 1 : 0, part.endsWith('.') ? -1 : undefined))
    .filter((part) => part.includes('.'))
}

/**
 * Host names as people write them in a sentence: the ending must exist, so that `Node.js`, `e.g.`, `v1.2` and `plan.pdf`
 * are none. The list of endings is the Public Suffix List.
 */
export function writtenHosts(text: string): string[] {
  return hostsIn(withoutMails(folded(text))).filter(isHost)
}

/** E-mail addresses, without what follows their last letter. */
export function mailsIn(text: string): string[] {
  return text.split(/[\s"<>()[\],;:]/).flatMap((word) => {
    const parts = word.split('@')
    return parts.slice(1).flatMap((part, before) => {
      const domain = endAtLetter(/^[\p{L}\p{N}.-]*/u.exec(part)?.[0] ?? '')
      return parts[before] && domain.length > 1 ? [`${parts[before]}@${domain}`] : []
    })
  })
}

/** E-mail addresses whose domain has a dot, in a sentence. */
export function writtenMails(text: string): string[] {
  return mailsIn(folded(text)).filter((mail) => mail.slice(mail.lastIndexOf('@')).includes('.'))
}

const phone = /(?<![\p{L}\p{N}])(?:\+ ?)?[\d(][\d ()./\u00a0\u202f-]{5,24}\d(?![\p{L}\p{N}])/gu
/** Dates, spans of years and large numbers have as many digits. */
const noPhone =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./] ?\d{1,2}[-./] ?\d{2,4}|\d{4} ?[-/] ?\d{4}|[1-9]\d{0,2}(?:[ .\u00a0\u202f]\d{3})+|[1-9]\d*(?:\.\d+)?)$/

/** Phone numbers: seven digits or more, with a plus sign or grouped. */
export function writtenPhones(text: string): string[] {
  return (folded(text).match(phone) ?? []).filter((found) => {
    const digits = found.replace(/\D/g, '').length
    return digits >= 7 && digits <= 15 && !noPhone.test(found.trim())
  })
}

/** Other dots and invisible characters make an address look the same. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[。．｡]/g, '.')
    .replace(/\p{Cf}/gu, '')
}

/** What is left of a text without its e-mail addresses. */
function withoutMails(text: string): string {
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
  // “B.Sc”, “Co.KG” and a missing space as in “now.It”: a top-level domain is not capitalised like that.
  if (ending.length === 2 && /^\p{Lu}/u.test(ending) && name !== name.toUpperCase()) return false
  if (reserved.has(ending.toLowerCase())) return true
  const { domain, isIcann } = parse(name)
  return domain !== null && isIcann === true
}

function endAtLetter(text: string): string {
  const characters = [...text]
  return characters.slice(0, characters.findLastIndex((one) => /\p{L}/u.test(one)) + 1).join('')
}
