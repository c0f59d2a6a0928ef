import { numbers, ordinals } from '../words/plain.ts'

/** A place as given in the message, with unresolved anchors. */
export type SaidPlace =
  | { kind: 'beside'; side: 'before' | 'after'; anchor: string }
  | { kind: 'between'; anchors: string[] }
  /** Counted from the start if it is 0 or more, from the end if it is negative. */
  | { kind: 'at'; index: number; container: string | undefined; isAmongAlike?: boolean }
  /** The position of another object, or the former position of a removed one. */
  | { kind: 'place of'; anchor: string }
  | { kind: 'by'; steps: number }
  | { kind: 'into'; container: string }

const beside =
  /\b(?:(after|below|under|underneath|beneath|behind|following|follows|follow|past|beside|next to|right of)|(before|above|over|ahead of|in front of|preceding|precedes|precede|left of|atop))\s+(.+)$/i
const edge =
  /\b(?:(top|start|beginning|front|head|first|1st|leftmost|lead|opener|opening|row one|row 1)|(second|next|third)[- ](?:(?:to|from)[- ])?(?:the[- ])?(?:last|end)|(penultimate)|(bottom|end|foot|last|final|rightmost))\b(.*)$/i
const numbered =
  /\b(?:(second|third|fourth|fifth|sixth|seventh|eighth|[2-8](?:nd|rd|th))|(?:place|position|spot|slot|row|line|number|no\.?)\s*#?\s*(\d|one|two|three|four|five|six))\b(.*)$/i
const within = /^[\s\w]{0,20}?\b(?:of|in|on|among|within|inside)\s+(.+)$/i
const thePage = /^(?:the|this|our)?\s*(?:whole\s+)?(?:web)?(?:page|site)$/i

const anyList =
  /^(?:the|its|their|that|all)?\s*(?:list|row|grid|table|line|order|group|lot|set|menu|dropdown|two|three|four|five|six|others?)$/i
const placeOfOther =
  /\bwhere\s+(.+?)\s+(?:(?:is|are|was|were|stands?|stood|sits?|sat|used to be|has been)\b.*|now)$|\b(?:in|into|to|at)\s+(?:(its|their|that)|the)\s+(?:place|stead|spot|position)(?:\s+of\s+(.+))?$/i
const ofPage = /\b(?:(before|above)|(?:after|below))\s+(?:everything|all the rest|anything)(?:\s+else)?$/i

const longest = 300

export function readPlace(said: string): SaidPlace | undefined {
  if (said.length > longest) return undefined
  const phrase = said.replace(/\s+(?:as well|too|also|please|though)$/i, '')
  const [isOther, anchorThere, its, anchorOf] = placeOfOther.exec(phrase) ?? []
  if (isOther && (anchorThere ?? anchorOf ?? its))
    return { kind: 'place of', anchor: anchorThere ?? anchorOf ?? 'it' }
  const [isOfPage, isStart] = ofPage.exec(phrase) ?? []
  if (isOfPage) return { kind: 'at', index: isStart ? 0 : -1, container: undefined }
  const between = /\b(?:in[- ])?between\s+(.+)$/i.exec(phrase)
  if (between) {
    const [first = '', ...others] = (between[1] ?? '').split(/\s+and\s+/)
    return { kind: 'between', anchors: others.length > 0 ? [first, others.join(' and ')] : [first] }
  }
  const stacked = /\bon top of\s+(.+)$/i.exec(phrase)
  if (stacked) return { kind: 'beside', side: 'before', anchor: stacked[1] ?? '' }
  const [, after, before, anchor] = beside.exec(phrase) ?? []
  if ((after || before) && anchor) return { kind: 'beside', side: after ? 'after' : 'before', anchor }
  const [isEdge, first, , , last, rest = ''] = edge.exec(phrase) ?? []
  if (isEdge) {
    const index = last ? -1 : 0
    const isAmongAlike = /^(?:first|last|final|1st)$/i.test(first ?? last ?? '') && rest.trim() === ''
    return { kind: 'at', index, container: containerIn(rest), isAmongAlike }
  }
  const [isNumbered, ordinal, number, tail = ''] = numbered.exec(phrase) ?? []
  if (isNumbered) {
    const place = ordinal
      ? ordinals[ordinal.toLowerCase()]
      : (numbers[number?.toLowerCase() ?? ''] ?? Number(number))
    return place ? { kind: 'at', index: place - 1, container: containerIn(tail) } : undefined
  }
  const steps = stepsIn(phrase)
  if (steps !== undefined) return { kind: 'by', steps }
  const into = /^(?:over\s+)?(?:to|into|in|under)\s+(.+)$/i.exec(phrase)
  return into?.[1] ? { kind: 'into', container: into[1] } : undefined
}

function containerIn(rest: string): string | undefined {
  const container = within.exec(rest)?.[1]
  return container && !thePage.test(container) && !anyList.test(container) ? container : undefined
}

function stepsIn(phrase: string): number | undefined {
  const direction = /\b(?:(up|higher|upwards|earlier|left)|(down|lower|downwards|later|right))\b/i.exec(
    phrase,
  )
  if (!direction) return undefined
  const rest = phrase
    .replace(/\b(?:up|higher|upwards|earlier|left|down|lower|downwards|later|right)\b/gi, ' ')
    .split(/\s+/)
    .filter(
      (word) =>
        !/^(?:|by|a|to|the|one's|places?|spots?|positions?|steps?|slots?|rows?|notch|sections?|blocks?|further|bit)$/i.test(
          word,
        ),
    )
  const [count = 'one', ...others] = rest
  const steps = numbers[count.toLowerCase()] ?? Number(count)
  if (others.length > 0 || !Number.isInteger(steps)) return undefined
  return direction[1] ? -steps : steps
}
