import { createHash } from 'node:crypto'

/** Units that make patterns and parsers slow: single characters, unclosed pairs, prefixes of search terms. */
const units = [
  ...[
    ' ',
    '\t',
    '\n',
    '.',
    '-',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '*',
    '_',
    '[',
    '(',
    '{',
    '<',
    '&',
    '%',
    'a',
    '1',
    ',',
    ';',
    ':',
    '@',
  ],
  ...[
    '{{',
    '](',
    '**a',
    '[a](',
    'a.',
    'a@',
    '%2',
    '<a',
    '<script',
    '<!--',
    'a{',
    ':is(',
    'https://',
    '\r\n',
    '"a","',
    'ａ',
    '👋',
    'a ',
    ' .',
    '\u0301',
  ],
  // Forbidden characters, and those that change direction or shape of their neighbours.
  ...['\ufdd4', '\ufffe', '\ud800', '\u202e', '\u200d', '\u{e0020}'],
]

const mixes = 10

/** One text for each unit and ten mixtures, each of about this length. Deterministic. */
export function pathologicalTexts(length: number): string[] {
  return Array.from({ length: units.length + mixes }, (_, nth) => {
    const digest = createHash('sha256').update(`pathological ${nth}`).digest()
    const pick = (at: number) => units[(digest[at] as number) % units.length] as string
    const unit = units[nth] ?? pick(0) + pick(1).repeat(3) + pick(2)
    const [head, tail] = [
      ['', 'https://a', '{{', '[', '<svg>', 'a@'][nth % 6],
      // Runs of spaces are slow only if something follows.
      ['!', 'x', '\u0000', ''][nth % 4],
    ]
    // Whole units: half a surrogate pair would be rejected.
    return head + unit.repeat(Math.floor(length / unit.length)) + tail
  })
}

/** Forbidden, invisible and combining characters, alone and beside characters that parsers look for. */
const hostile = [
  ...[
    '\ufdd0',
    '\ufdd2',
    '\ufdd4',
    '\uffff',
    '\u{1fffe}',
    '\ud800',
    '\udc00\ud800',
    '\u202e',
    '\u2066',
    '\u200f',
  ],
  ...[
    '\u0301',
    'a\u0301\u0323',
    '\u200d',
    '\u{1f1e6}',
    '\u{e0020}',
    '\u1100\u1161',
    '\u2028',
    '\u00ad',
    'İ',
    'ﬃ',
  ],
  ...['\ufdd0\ufdd4', '\ufdd4|', '\ufdd2[', '{{\ufdd4', '[\u202e](', '*\u0301', '\ufdd4\ufdd5', '<\ufdd4'],
]

/** One text for each of them, of about this length. */
export function hostileTexts(length: number): string[] {
  return hostile.map((unit) => unit.repeat(Math.floor(length / unit.length)))
}
