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

/** What is said in place of what was done: "Enterprise" of "no sorry, Enterprise I mean". Undefined where nothing is corrected. */
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
    if (/[\s,.!–-](?:i mean(?:t)?|instead|rather|actually|sorry|not that one)[.!]*$/i.test(rest))
      isCorrected = true
    rest = rest.replace(closing, '').replace(/[\s.!]+$/, '')
  }
  return isCorrected || /^the other (?:one|\w+)$/i.test(rest) ? rest : undefined
}
