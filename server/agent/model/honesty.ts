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

/** Verbs of change in a past or finished form, in the languages that pages are mostly written in. */
const done =
  'changed|updated|added|removed|deleted|moved|replaced|renamed|rewrote|rewritten|shortened|set|made|put|swapped|personali[sz]ed|restored|undid|undone|switched|highlighted|reordered|adjusted|simplified|turned|inserted|edited|fixed|corrected|translated|geändert|hinzugefügt|entfernt|ersetzt|verschoben|angepasst|gekürzt|modifié|ajouté|supprimé|remplacé|déplacé|cambiado|añadido|eliminado|reemplazado|movido'
const claims = [
  new RegExp(`\\bI(?:['’]ve| have)?(?: (?:just|now|also|already))? (?:${done})(?!\\p{L})`, 'iu'),
  new RegExp(`\\b(?:has|have|was|were|is|are) (?:now |been )+(?:${done})(?!\\p{L})`, 'iu'),
  new RegExp(`\\b(?:was|were) (?:${done})(?!\\p{L})`, 'iu'),
  new RegExp(`^(?:done|all done|all set|${done})(?!\\p{L})`, 'iu'),
  /\b(?:now (?:reads|says|shows|leads|opens|has|uses|looks|comes|stands)|(?:is|are) now\b|reads now|says now)/i,
  new RegExp(
    `\\b(?:ich habe|j['’]ai|he|hemos|wurde|wurden|a été|ont été|ha sido) .*?(?:${done})(?!\\p{L})`,
    'iu',
  ),
]
/** Sentences that deny a change speak of one without claiming it. */
const denial =
  /\b(?:not|no|nothing|never|without|can['’]?t|cannot|couldn['’]?t|didn['’]?t|haven['’]?t|wasn['’]?t|unable|if|would|could|should|once|when|before|nicht|nichts|kein|keine|pas|rien|no se)\b/i

/** Whether a reply says that the page was changed. Sentences are judged one by one; a question claims nothing. */
export function claimsChange(text: string): boolean {
  return text
    .slice(0, longestJudged)
    .replace(quoted, '“…”')
    .split(sentenceEnd)
    .some(
      (sentence) =>
        !sentence.trim().endsWith('?') &&
        !denial.test(sentence) &&
        claims.some((claim) => claim.test(sentence.trim())),
    )
}

/** Told to a model that says it changed something and did not. */
export const nudge =
  'Nothing on the page has changed: no tool that changes it was called. If the message asks for a change, make it now. If it can’t be made, or the message asks for none, answer again without saying that something was changed.'

/** Shown where a model insists. */
export const correction =
  'Nothing on the page was changed. The language model said that it changed something, but it made no change. Send the message again, or say in other words what should change.'
