const soft = /^(?:ah+|oh+|h+m+|uh|um|er|ok|okay|well|actually|please|but|and|so)\b[\s,.!…–-]*/i
const strong = new RegExp(
  `^(?:${[
    '(?:no|nope|nah)(?:\\s*[,.!:;…–-]+\\s*|\\s+(?=(?:no|sorry|wait|actually|the|i mean|i meant|not)\\b)|$)',
    '(?:(?:i.?m |so )?sorry|oops|whoops|ups|wait|hang on|my (?:bad|mistake|fault)|correction)\\b',
    'rather\\s+(?=(?:the|our|a|in|on|to)\\b|["“\\d$€£])',
    'undo\\s*[,.;–-]+',
    '(?:i (?:actually |really )?(?:mean(?:t)?|said)|i was talking about|not that one|not this one)\\b',
    '(?:(?:that.?s|that is|that was|it.?s|it was) )?(?:the )?wrong one\\b',
    'not (?:the |that |in the |on the )?[\\w-]+(?: [\\w-]+)?(?:\\s*[,.;–-]+\\s*(?:but\\b)?|\\s+but\\b)',
  ].join('|')})[\\s,.!:;…–-]*`,
  'i',
)
const closing =
  /[\s,.!–-]+(?:i mean(?:t)?|instead|of course|rather|actually|not that one|please|thanks|thank you|sorry|pls)[.!]*$/i
const correcting = /[\s,.!–-](?:i mean(?:t)?|instead|rather|actually|sorry|not that one)[.!]*$/i

/** The correction in a message, without its opening and closing phrases; undefined if the message has none of them. */
export function correctedIn(message: string): string | undefined {
  let rest = message.trim()
  let isCorrected = false
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(soft, '')
    const opened = strong.exec(rest)?.[0]
    if (opened) {
      isCorrected = true
      rest = rest.slice(opened.length)
    }
  }
  for (let before = ''; before !== rest; ) {
    before = rest
    if (correcting.test(rest)) isCorrected = true
    rest = rest.replace(closing, '').replace(/[\s.!]+$/, '')
  }
  return isCorrected || /^the other (?:one|\w+)$/i.test(rest) ? rest : undefined
}

/** The new value in a message that only gives that. */
export function newValueIn(message: string): string | undefined {
  const [, that, shorter] =
    /^(?:(?:hm+|no|ok|and|actually|sorry|please)[\s,.!]+)*(?:(?:please\s+)?make that\s+(.+)|(?:(?:even|still|a bit|much)\s+)?(?:shorter|simpler)[,:]?\s+(?:(?:just|only|so):?\s+)?(["“\p{Lu}].*))$/iu.exec(
      message.trim(),
    ) ?? []
  const isTitle = shorter !== undefined && /^["“\p{Lu}]/u.test(shorter)
  return (that ?? (isTitle ? shorter : undefined))?.replace(/[.!]+$/, '')
}

/** Whether a message asks to restore the previous state. */
export const formerIn = (message: string): boolean =>
  /^(?!.*\bstays?\b)(?:[\w-]+[\s,]+){0,5}(?:as|like|how|the way)\s+(?:it|they|that)\s+(?:was|were)(?:\s+before)?$/i.test(
    correctedIn(message) ?? message,
  )

const place =
  /^(?:right |directly |just |straight )*(?:before|after|above|below|under|underneath|beneath|behind|between|ahead of|in front of|next to|(?:to|at) the (?:very )?(?:top|bottom|end|start|beginning|front|back)\b|(?:as |the )?(?:first|second|third|fourth|fifth|last|second to last)(?: (?:place|one|in the (?:list|row)))?$)/i

/** The place in a message that only gives a place, with or without an opening. */
export function correctedPlace(message: string): string | undefined {
  const said = message
    .trim()
    .replace(/^(?:(?:h+m+|ok|okay|maybe|please|and|better|but)[\s,.!–-]+)+/i, '')
    .replace(/(?:[\s,]+(?:please|though|then))?[.!]*$/i, '')
  return place.test(said) ? said : undefined
}
