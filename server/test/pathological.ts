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

/** Forty texts of about so many characters, the same every time; the last ones mix units as a seed says. */
export function pathologicalTexts(length: number, count = 40): string[] {
  return Array.from({ length: count }, (_, nth) => {
    const digest = createHash('sha256').update(`pathological ${nth}`).digest()
    const pick = (at: number) => units[(digest[at] as number) % units.length] as string
    const unit = nth < units.length - 14 ? (units[nth] as string) : pick(0) + pick(1).repeat(3) + pick(2)
    const [head, tail] = [
      ['', 'https://a', '{{', '[', '<svg>', 'a@'][nth % 6],
      ['', '!', '\u0000', 'x'][nth % 4],
    ]
    return head + unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + tail
  })
}
