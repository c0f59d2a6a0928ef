import { createHash } from 'node:crypto'

/** What has made patterns and parsers slow: one sign, pairs that never close, prefixes of what is looked for. */
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
]

const mixes = 10

/** One text for each unit, and ten that mix units; each of about so many characters, and the same every time. */
export function pathologicalTexts(length: number): string[] {
  return Array.from({ length: units.length + mixes }, (_, nth) => {
    const digest = createHash('sha256').update(`pathological ${nth}`).digest()
    const pick = (at: number) => units[(digest[at] as number) % units.length] as string
    const unit = units[nth] ?? pick(0) + pick(1).repeat(3) + pick(2)
    const [head, tail] = [
      ['', 'https://a', '{{', '[', '<svg>', 'a@'][nth % 6],
      // A run of spaces is slow only where something follows it.
      ['!', 'x', '\u0000', ''][nth % 4],
    ]
    // Whole units: half a surrogate pair would have one length refused and the other read.
    return head + unit.repeat(Math.floor(length / unit.length)) + tail
  })
}
