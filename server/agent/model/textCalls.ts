/*
 * Small models often write their calls as text, in the format they were trained with, and their thoughts before the
 * answer. Everything here takes time linear in the length of the text.
 */

export type TextCall = { name: string; input: object }
export type ReadText = {
  /** The text without calls. */
  text: string
  calls: TextCall[]
  /** Whether the text contains a call that can't be parsed. */
  isBroken: boolean
}

const [thinks, thought] = ['<think>', '</think>']

/** The text without thoughts, including those whose `<think>` or `</think>` is missing. */
export function withoutThoughts(text: string): string {
  const first = text.indexOf(thinks)
  const closed = text.indexOf(thought)
  let rest = closed >= 0 && (first < 0 || closed < first) ? text.slice(closed + thought.length) : text
  const said: string[] = []
  for (let open = rest.indexOf(thinks); open >= 0; open = rest.indexOf(thinks)) {
    said.push(rest.slice(0, open))
    const end = rest.indexOf(thought, open)
    rest = end < 0 ? '' : rest.slice(end + thought.length)
  }
  return [...said, rest].join('').trim()
}

/**
 * The markers around a call. A code fence contains a call only if it names a tool; the others contain nothing else.
 */
const frames = [
  { open: '<tool_call>', close: '</tool_call>', isSure: true },
  { open: '<function=', close: '</function>', isSure: true },
  { open: '[TOOL_CALLS]', close: '\n\n', isSure: true },
  { open: '<|python_tag|>', close: '\n\n', isSure: true },
  { open: '```', close: '```', isSure: false },
] as const

/** Parses the calls in an assistant's text. Ambiguous text is left as text. */
export function readTextCalls(given: string, names: ReadonlySet<string>): ReadText {
  let text = withoutThoughts(given)
  const whole = readCalls(text, names)
  if (whole) return { text: '', calls: whole, isBroken: false }
  const calls: TextCall[] = []
  let isBroken = false
  for (const frame of frames) {
    const found = takeOut(text, frame)
    const left: string[] = []
    for (const { before, inner, raw } of found.pieces) {
      const read = readCalls(frame.open === '<function=' ? raw : inner, names)
      if (read) calls.push(...read)
      else if (frame.isSure) isBroken = true
      left.push(before, read || frame.isSure ? '' : raw)
    }
    text = [...left, found.rest].join('')
  }
  return { text: text.trim(), calls, isBroken }
}

type CallMarkers = { open: string; close: string }
type MarkedPiece = { before: string; inner: string; raw: string }

/** The parts of a text inside a marker. The last marker may be left open at the end of an answer. */
function takeOut(text: string, { open, close }: CallMarkers): { pieces: MarkedPiece[]; rest: string } {
  const pieces: MarkedPiece[] = []
  let at = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length)
    const stop = end < 0 ? text.length : end + close.length
    const inner = text.slice(start + open.length, end < 0 ? undefined : end)
    pieces.push({ before: text.slice(at, start), inner, raw: text.slice(start, stop) })
    at = stop
  }
  return { pieces, rest: text.slice(at) }
}

/** The calls that a part consists of; undefined if it contains anything else. */
function readCalls(piece: string, names: ReadonlySet<string>): TextCall[] | undefined {
  const text = piece
    .trim()
    .replace(/^(?:json|tool_call|tool_code)(?=[\s[{<])/, '')
    .trim()
  if (text.startsWith('<function=')) return readTagged(text, names)
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined
  const value = parse(text) ?? parseLines(text)
  const list = Array.isArray(value) ? value : [value]
  const calls = list.map((one) => toCall(one, names))
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

/** `{"name": "undo", "arguments": {}}` and similar forms. */
function toCall(value: unknown, names: ReadonlySet<string>): TextCall | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const outer = value as Record<string, unknown>
  const fields = (
    typeof outer.function === 'object' && outer.function ? outer.function : outer
  ) as typeof outer
  const name = fields.name ?? fields.tool ?? fields.tool_name
  const input = fields.arguments ?? fields.parameters ?? fields.input ?? fields.args ?? {}
  const read = typeof input === 'string' ? parse(input) : input
  if (typeof name !== 'string' || !names.has(name)) return undefined
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { name, input: read } : undefined
}

/** `<function=undo>{}</function>`, or with a `<parameter=name>` for each field. */
function readTagged(text: string, names: ReadonlySet<string>): TextCall[] | undefined {
  const end = text.indexOf('>')
  const name = text.slice('<function='.length, end).trim()
  if (end < 0 || !names.has(name)) return undefined
  const close = text.indexOf('</function>')
  const inside = text.slice(end + 1, close < 0 ? undefined : close).trim()
  if (!inside.startsWith('<parameter=')) {
    const input = inside === '' ? {} : parse(inside)
    return typeof input === 'object' && input !== null ? [{ name, input }] : undefined
  }
  const { pieces } = takeOut(inside, { open: '<parameter=', close: '</parameter>' })
  const fields = pieces.map(({ inner }) => {
    const split = inner.indexOf('>')
    const value = inner.slice(split + 1).trim()
    return [
      inner.slice(0, split).trim(),
      /^(?:[{[]|true$|false$|null$)/.test(value) ? (parse(value) ?? value) : value,
    ]
  })
  return [{ name, input: Object.fromEntries(fields) }]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several calls, one per line. */
function parseLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map((line) => parse(line.trim().replace(/[,;]$/, '')))
  return values.length > 1 && values.every((value) => value !== undefined) ? values : undefined
}
