export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

const known = new Map<string, Encoding>()

/** The best encoding for an Accept-Encoding header. Browsers send only a few distinct headers. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const chosen = known.get(header)
  if (chosen) return chosen
  const best = weigh(header)
  if (known.size >= 1_000) known.clear()
  if (header.length < 200) known.set(header, best)
  return best
}

function weigh(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    weights.set(name, q === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0)
  }
  const any = weights.get('*') ?? 0
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? Math.max(any, 0.0001) : any)
  const ordered = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  // A client that refuses every encoding gets the plain response, as RFC 9110 suggests.
  return weightOf(ordered[0] as Encoding) > 0 ? (ordered[0] as Encoding) : 'identity'
}
