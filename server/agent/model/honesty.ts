/** What announces work instead of telling of it. */
const preamble =
  /^(?:(?:sure|okay|ok|of course|certainly|absolutely|got it|great|right|alright)[,.!:—– -]*)*(?:(?:now|first|next),? )?(?:i['’]?ll\b|i will\b|i['’]m (?:going|about) to\b|i am (?:going|about) to\b|let me (?!know)|let['’]s\b|ich werde\b|je vais\b|voy a\b)|^(?:sure|okay|ok|of course|certainly|absolutely|got it|great|right|alright)[.!]*$/i

/** A claim stands near the beginning; judging all of a very long answer would cost without telling more. */
const longestJudged = 4_000

/** What is quoted is on the page, or was to be: it says nothing of what was done. */
const quoted = /“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“/g

const sentenceEnd = /(?<=[.!?…:])\s+(?=\S)/

/** The text without sentences that only announce something; empty when there are no others. */
export function withoutPreamble(text: string): string {
  const sentences = text.trim().split(sentenceEnd)
  let start = 0
  while (start < sentences.length && preamble.test(sentences[start] ?? '')) start++
  // A colon at the end announces what the calls beside it do.
  const end = sentences.at(-1)?.endsWith(':') ? -1 : undefined
  return start === 0 && end === undefined ? text.trim() : sentences.slice(start, end).join(' ').trim()
}

/**
 * Forms in which a sentence says that something is done. They are needed where no operation tells what happened: for
 * changes of a run that made none, and for what no run can do. Everything else is read from the operations.
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

/** What no run can do, and what is so instead. */
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

/** Sentences that deny something, speak of what could be, or of an earlier version, claim nothing about this run. */
const noClaim =
  /\b(?:not|no|nothing|never|without|can['’]?t|cannot|couldn['’]?t|didn['’]?t|haven['’]?t|wasn['’]?t|unable|if|would|could|should|once|when|before|after|until|nicht|nichts|kein|keine|wenn|falls|pas|rien|si|no se|in version \d+|with version \d+|since version \d+)\b/i

/** Whether a reply says that the page was changed. Sentences are judged one by one; a question claims nothing. */
export function claimsChange(text: string): boolean {
  return claimSentences(text).some(
    (sentence) => isNow.test(sentence) || changed.some((claim) => claim.test(sentence)),
  )
}

/** Words that relate one thing to another: what follows them need not have changed. */
const relation =
  /\b(?:between|above|below|before|after|beside|from|to|with|like|as|than|next|under|over|into|in|on|for|of|so|that|which)\b/i

/** What sentences such as “I changed the headline and the pricing” list as changed. */
export function claimedThings(text: string): string[] {
  return claimSentences(text)
    .filter((sentence) => /^I\b/.test(sentence) && !relation.test(sentence))
    .filter((sentence) => changed.some((claim) => claim.test(sentence)))
    .flatMap((sentence) => sentence.replace(/(?<![.!])[.!]+$/, '').split(/,| and | & /))
    .map((thing) => thing.replace(/^.*\b(?:the|your|our)\s+/i, '').trim())
}

/** Corrections of what a reply claims and no run can do. */
export function impossibleClaims(text: string): string[] {
  const sentences = claimSentences(text)
  return impossible
    .filter(([claims]) => sentences.some((sentence) => claims.some((claim) => claim.test(sentence))))
    .map(([, truth]) => truth)
}

/** Whether a reply speaks of the page as a whole. */
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

/** Told to a model that says it changed something and did not. */
export const nudge =
  'Nothing on the page has changed: no tool that changes it was called. If the message asks for a change, make it now. If it can’t be made, or the message asks for none, answer again without saying that something was changed.'

/** Shown where a model insists. */
export const correction =
  'Nothing on the page was changed. The language model said that it changed something, but it made no change. Send the message again, or say in other words what should change.'
