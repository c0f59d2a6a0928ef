/** Sentences that announce work instead of reporting it. */
const preamble =
  /^(?:(?:sure|okay|ok|of course|certainly|absolutely|got it|great|right|alright)[,.!:—– -]*)*(?:(?:now|first|next),? )?(?:i['’]?ll\b|i will\b|i['’]m (?:going|about) to\b|i am (?:going|about) to\b|let me (?!know)|let['’]s\b|ich werde\b|je vais\b|voy a\b)|^(?:sure|okay|ok|of course|certainly|absolutely|got it|great|right|alright)[.!]*$/i

/** Claims are near the beginning, so the rest of a very long answer is not checked. */
const longestJudged = 4_000

/** Quoted text is content of the page and claims nothing about the run. */
const quoted = /“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“/g

const sentenceEnd = /(?<=[.!?…:])\s+(?=\S)/

/** The text without sentences that only announce something; may be empty. */
export function withoutPreamble(text: string): string {
  const sentences = text.trim().split(sentenceEnd)
  let start = 0
  while (start < sentences.length && preamble.test(sentences[start] ?? '')) start++
  // A sentence that ends with a colon announces the calls of the same step.
  const end = sentences.at(-1)?.endsWith(':') ? -1 : undefined
  return start === 0 && end === undefined ? text.trim() : sentences.slice(start, end).join(' ').trim()
}

/**
 * Patterns of sentences that claim something was done. They are only needed where operations can't show it: for a run
 * without changes, and for actions that no run can do.
 */
function claimsOf(done: string): RegExp[] {
  return [
    new RegExp(`\\bI(?:['’]ve| have)?(?: (?:just|now|also|already))? (?:${done})(?!\\p{L})`, 'iu'),
    new RegExp(`\\b(?:has|have|was|were|is|are) (?:now |been )+(?:${done})(?!\\p{L})`, 'iu'),
    new RegExp(`\\b(?:was|were) (?:${done})(?!\\p{L})`, 'iu'),
    new RegExp(`^(?:${done})(?!\\p{L})`, 'iu'),
    new RegExp(
      `(?:\\b(?:ich habe|he|hemos|wurde|wurden|ont été|ha sido|ho|ik heb)|(?<!\\p{L})(?:j['’]ai|a été)) .*?(?:${done})(?!\\p{L})`,
      'iu',
    ),
  ]
}

const changed = claimsOf(
  'done|all done|all set|changed|updated|added|removed|deleted|moved|replaced|renamed|rewrote|rewritten|shortened|set|made|put|swapped|personali[sz]ed|restored|undid|undone|switched|highlighted|reordered|adjusted|simplified|turned|inserted|edited|fixed|corrected|translated|geändert|hinzugefügt|entfernt|ersetzt|verschoben|angepasst|gekürzt|modifié|ajouté|supprimé|remplacé|déplacé|cambiado|añadido|eliminado|reemplazado|movido',
)
const isNow =
  /\b(?:now (?:reads|says|shows|leads|opens|has|uses|looks|comes|stands)|(?:is|are) now\b|reads now|says now)/i

/** Actions that no run can do, with the correction. */
const impossible: [claims: RegExp[], truth: string][] = [
  [
    [
      ...claimsOf(
        'published|gone live|live|public|veröffentlicht|publiée?|publicad[oa]|pubblicat[oa]|gepubliceerd',
      ),
      /\bwent live\b/i,
    ],
    'Nothing was published: publishing is up to you.',
  ],
  [
    claimsOf(
      'sent|e-?mailed|forwarded|notified|gesendet|verschickt|versendet|envoyée?|enviad[oa]|inviat[oa]|verzonden',
    ),
    'Nothing was sent: the agent can only change this page.',
  ],
]

/** Sentences that negate, are hypothetical, or refer to an earlier version claim nothing about this run. */
const noClaim =
  /\b(?:not|no|nothing|never|without|can['’]?t|cannot|couldn['’]?t|didn['’]?t|haven['’]?t|wasn['’]?t|unable|if|would|could|should|once|when|before|after|until|nicht|nichts|kein|keine|wenn|falls|pas|rien|si|no se|in version \d+|with version \d+|since version \d+)\b/i

/** Whether a reply claims that the page was changed. Each sentence is checked; questions don't count. */
export function claimsChange(text: string): boolean {
  return claimSentences(text).some(
    (sentence) => isNow.test(sentence) || changed.some((claim) => claim.test(sentence)),
  )
}

/** Words that relate one thing to another; the thing after them need not have changed. */
const relation =
  /\b(?:between|above|below|before|after|beside|from|to|with|like|as|than|next|under|over|into|in|on|for|of|so|that|which)\b/i

/** The things that sentences such as “I changed the headline and the pricing” list as changed. */
export function claimedThings(text: string): string[] {
  return claimSentences(text)
    .filter((sentence) => /^I\b/.test(sentence) && !relation.test(sentence))
    .filter((sentence) => changed.some((claim) => claim.test(sentence)))
    .flatMap((sentence) => sentence.replace(/(?<![.!])[.!]+$/, '').split(/,| and | & /))
    .map((thing) => thing.replace(/^.*\b(?:the|your|our)\s+/i, '').trim())
}

/** Corrections for claims of actions that no run can do. */
export function impossibleClaims(text: string): string[] {
  const sentences = claimSentences(text)
  return impossible
    .filter(([claims]) => sentences.some((sentence) => claims.some((claim) => claim.test(sentence))))
    .map(([, truth]) => truth)
}

/** Whether a reply refers to the page as a whole. */
export function claimsAll(text: string): boolean {
  return /(?<!\p{L})(?:page|everything|everywhere|throughout|every|all|whole|seite|alles|überall|tout\w*|partout|todo|toda|página|pagina|tutto|alles)(?!\p{L})/iu.test(
    text,
  )
}

export function withoutQuotations(text: string): string {
  return text.replace(quoted, '“…”')
}

function claimSentences(text: string): string[] {
  return withoutQuotations(text.slice(0, longestJudged))
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => !sentence.endsWith('?') && !noClaim.test(sentence))
}

/** Sent to a model that claims a change and made none. */
export const nudge =
  'Nothing on the page has changed: no tool that changes it was called. If the message asks for a change, make it now. If it can’t be made, or the message asks for none, answer again without saying that something was changed.'

/** Shown if the model claims it again. */
export const correction =
  'Nothing on the page was changed. The language model said that it changed something, but it made no change. Send the message again, or say in other words what should change.'
