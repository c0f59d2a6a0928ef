/** Labels before a country's, as in `acme.co.uk`. */
const generic = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ne', 'net', 'or', 'org'])

/**
 * A name to propose for the company of a domain or URL: “Tern Foods” for `tern-foods.example`. Undefined for a
 * subdomain, which often belongs to a product or a host, and for letters that a domain only encodes.
 */
export function nameOfDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:?#].*$/s, '')
    .replace(/^www\./, '')
  const labels = host.split('.')
  const top = labels.pop() ?? ''
  if (top.length === 2 && labels.length > 1 && generic.has(labels.at(-1) ?? '')) labels.pop()
  const [label = '', ...others] = labels
  if (top.length < 2 || others.length > 0 || label.startsWith('xn--')) return undefined
  const words = label.split('-').filter(Boolean)
  return words.map((word) => word.replace(/^./u, (sign) => sign.toUpperCase())).join(' ') || undefined
}
