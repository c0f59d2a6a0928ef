import { isMark, isWord, longestPhrase, type Token } from '../tokens.ts'
import { fillerLength, verbAt } from '../verbs.ts'
import { ordinals, reasonWords } from '../words/plain.ts'
import { reasons, thanks } from './phrases.ts'
import { asVerb, insteadFirst, reordered, topicFirst, withoutRequester } from './verbFirst.ts'

/** One thing that was said. A `wish` may turn out to be a remark when nothing in it can be understood as one. */
export type Clause = {
  act: 'wish' | 'question' | 'thanks' | 'keep' | 'remark'
  /** Without courtesy at its edges. */
  tokens: Token[]
  text: string
  /** The message that the tokens are places of. */
  source: string
  /** "no wait, the steps": takes the place of what was asked for just before. */
  corrects: boolean
}

const questionWords = new Set(
  'why what how which where who when whose is are was were does do did has have am whats hows wheres whos'.split(
    ' ',
  ),
)

export function toClause(
  message: string,
  part: { tokens: Token[]; corrects: boolean },
  isQuestion: boolean,
  follows: boolean,
): Clause | undefined {
  let { tokens } = part
  const politely = fillerLength(tokens, 0)
  const lead = tokens.slice(0, politely)
  tokens = withoutTail(tokens.slice(politely))
  if (tokens[0] && ordinals[tokens[0].norm] !== undefined && isMark(tokens[1], ',', ':') && tokens.length > 3)
    tokens = tokens.slice(2)
  const isTold =
    isWord(tokens[0], 'to') &&
    isWord(
      lead.findLast(({ kind }) => kind === 'word'),
      'wants',
      'want',
    )
  if (isWord(tokens[0], 'to') && verbAt(tokens, 1)) tokens = tokens.slice(1)
  if (isWord(tokens[0], 'and', 'but', 'then', 'or') && tokens.length > 1)
    tokens = tokens.slice(1 + fillerLength(tokens, 1))
  const isTale =
    /^i (?:first |originally |initially |almost |only |just )*(?:wanted|thought|was going|was about|planned|considered|meant|had|asked|said|told|hoped)\b/.test(
      tokens.map(({ norm }) => norm).join(' '),
    )
  tokens = topicFirst(tokens)
  tokens = reordered(asVerb(withoutRequester(insteadFirst(tokens))))
  const corrects = part.corrects && follows
  const text = message.slice(
    Math.min(...(tokens.length > 0 ? tokens : part.tokens).map(({ start }) => start)),
    Math.max(...(tokens.length > 0 ? tokens : part.tokens).map(({ end }) => end)),
  )
  if (tokens.length === 0)
    return lead.some(({ kind }) => kind === 'word')
      ? { act: 'thanks', tokens: lead, text, source: message, corrects }
      : undefined
  return {
    act: isTale || isTold ? 'remark' : actOf(tokens, lead, isQuestion),
    tokens,
    text,
    source: message,
    corrects,
  }
}

/** "please", "thanks" and marks at the end. */
export function withoutTail(tokens: Token[]): Token[] {
  let end = tokens.length
  for (;;) {
    const last = tokens[end - 1]
    if (
      end > 1 &&
      last &&
      (isMark(last, ',', '.', '!', '?', '–', ';', '(', ')', '…', '\n', 'bullet', ':') ||
        (isWord(last, 'instead') && tokens[end - 2]?.kind === 'quote') ||
        isWord(
          last,
          'please',
          'pls',
          'plz',
          'thanks',
          'thx',
          'ty',
          'cheers',
          'ok',
          'okay',
          'asap',
          'tho',
          'though',
          'lol',
          'and',
          'then',
          'but',
        ))
    )
      end--
    else if (
      end > 2 &&
      isWord(last, 'you', 'much', 'advance') &&
      tokens.slice(Math.max(0, end - 4), end).some((token) => isWord(token, 'thank', 'thanks'))
    )
      end = tokens.slice(0, end).findLastIndex((token) => isWord(token, 'thank', 'thanks'))
    else if (
      end > 4 &&
      isWord(last, 'page', 'site', 'website') &&
      isWord(tokens[end - 2], 'the', 'this', 'my', 'our') &&
      isWord(tokens[end - 3], 'from', 'off', 'on', 'to')
    )
      end -= isWord(tokens[end - 3], 'off') ? 2 : 3
    else return tokens.slice(0, end)
  }
}

function actOf(tokens: Token[], lead: Token[], isQuestion: boolean): Clause['act'] {
  const [first, second] = tokens
  if (
    tokens.length <= 6 &&
    /^(?:that|it|this|they|looks?|all)\b.*\b(?:great|good|nice|perfect|better|fine|awesome|amazing|lovely)$/.test(
      tokens.map(({ norm }) => norm).join(' '),
    ) &&
    !/\b(?:should|must|make|needs?|would|could)\b/.test(tokens.map(({ norm }) => norm).join(' '))
  )
    return 'thanks'
  const said = tokens.map(({ norm }) => norm).join(' ')
  if (longestPhrase(thanks, tokens, 0, 5)?.length === tokens.filter(({ kind }) => kind === 'word').length)
    return 'thanks'
  if (
    /^(?:we|i|they|people) (?:dont|do not) (?:really |even )?\w+ (?:it|them|that|this|those)(?: any ?more| at all| yet)?$/.test(
      said,
    )
  )
    return 'remark'
  if (reasonWords.has(first?.norm ?? '') || longestPhrase(reasons, tokens, 0, 5)) return 'remark'
  const leadWords = lead.map(({ norm }) => norm).join(' ')
  if (
    /\b(?:can|could|would|will) (?:you|we|u|i)\b|how about|what about|why (?:dont|not)|what if we|any chance|possible to/.test(
      leadWords,
    )
  )
    return /^(?:tell|explain|see|say|know|understand)\b/.test(said) && !/^(?:say|see) (?:the|a) /.test(said)
      ? 'question'
      : keepOr(said, 'wish')
  if (
    /^(?:i was |im |we were |were |weve been |ive been )?(?:wondering|thinking|considering|debating|not sure|unsure|curious)\b/.test(
      said,
    )
  )
    return 'remark'
  if (isWord(first, 'should', 'shall') && isWord(second, 'we', 'i', 'the', 'it', 'this')) return 'question'
  if (isWord(first, 'can', 'could', 'may', 'would') && second)
    return isQuestion || !/\b(?:be|say|read|have|go|come|get|look)\b/.test(said)
      ? /\b(?:be|say|read|have|go|come)\b/.test(said)
        ? 'wish'
        : 'question'
      : 'wish'
  if (
    questionWords.has(first?.norm ?? '') &&
    !(!isQuestion && /^(?:when|where|if) /.test(said) && /\b(?:should|must|needs?|please)\b/.test(said)) &&
    !/['’]re$/.test(first?.text ?? '') &&
    !/^(?:do not|have the|have a|have it|have all|have our|when someone|when people|when they|when visitors|when somebody|when the form|where it|which )/.test(
      said,
    )
  )
    return /^(?:what|how) about\b/.test(said) ? 'wish' : 'question'
  if (isQuestion && !verbAt(tokens, 0)) return 'question'
  return keepOr(said, 'wish')
}

/** What must not change: "leave the headline alone", "don't touch the FAQ", "everything else stays". */
function keepOr(said: string, other: 'wish'): Clause['act'] {
  if (
    /^(?:dont|do not|never|not) (?:touch|change|remove|delete|alter|edit|modify|move|mess|hide|replace|drop|cut|lose|rewrite|break|do|add|forget|kill|scrap|take)\b/.test(
      said,
    )
  )
    return 'keep'
  if (/^leave (?:it|them|that|this)(?: in| there| be| on| alone| as is| as it is)?$/.test(said)) return 'keep'
  if (/^keep (?:it|them)(?: in| then| after all)?$/.test(said)) return other
  if (
    /^(?:keep|leave) (?!only\b|just\b|out\b|off\b)(?:.*\b(?:alone|as is|as it is|as they are|untouched|unchanged|the same|in place|where it is|there|intact)$|the |it$|our |my |all |everything|that|this|in )/.test(
      said,
    ) &&
    !/ (?:only|short|simple|to) /.test(said)
  )
    return 'keep'
  if (
    /\b(?:stays?|stay put|remains?|can stay|should stay|must stay|is fine|are fine|is ok|are ok|stays? as is)$/.test(
      said,
    ) &&
    !/^(?:make|move)/.test(said)
  )
    return 'keep'
  if (
    /^(?:then )?(?:nothing else|everything else|and nothing else|no other changes|the rest|the others?|all (?:the )?others?)\b/.test(
      said,
    ) &&
    !/\b(?:remove|delete|go|goes)\b/.test(said)
  )
    return 'keep'
  return other
}
