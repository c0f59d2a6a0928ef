import { headingOf } from '../../../builtin-agent/label.ts'
import { blockNames, itemNames, partNames } from '../../../builtin-agent/words/names.ts'
import { type Block, blockTypes, type Item, itemsOf, listsOf } from '../../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { fieldNames } from './reference.ts'

/*
 * Detects in a message whether it asks to remove something, to go back to an earlier version, or a question about the
 * past. Only the message and the conversation are read, so notes and other data can't ask for anything.
 */

const removal =
  /\b(?:remov|delet|drop|cut|tak(?:e|en|ing)\b|rid\b|los[ei]|scrap|kill|hid(?:e|ing)|ditch|strip|clear|skip|omit|leav(?:e|ing)\b|axe|eliminat|eras|trash|without|gone|go(?:es)?\b|only|except|replac|swap|exchang|merg|combin|consolidat|instead|no longer|not need|don['’]t need)|(?<!\p{L})(?:entfern|lösch|streich|weglass|raus(?!\p{L})|weg(?!\p{L})|ohne|ersetz|ausblend|nur(?!\p{L})|supprim|enlev|retir|efface|sans(?!\p{L})|remplac|seulement|elimin|quita|borra|sin(?!\p{L})|reemplaz|solo(?!\p{L})|rimuov|togli|cancell|senza|sostitu|remov|apag|tir[ae](?!\p{L})|exclu|sem(?!\p{L})|substitu|verwijder|schrap|zonder|vervang|ta bort|fjern|usuń)/iu
const shortening =
  /\b(?:short|trim|tight|condens|concise|brief|fewer|less|reduc|simplif|too (?:many|much|long))|(?<!\p{L})(?:kürz|weniger|court|moins|raccourc|cort|menos|brev|meno(?!\p{L})|minder)/iu
const back =
  /\b(?:undo|undid|redo|revert|restor|roll|back|version|previous|before|earlier|again|bring|return|original|old)|(?<!\p{L})(?:rückgängig|zurück|wieder|vorher|annul|défai|rétabl|reven|précéd|avant|deshac|rehac|restaur|volv|anterior|ripristin|indietr|preceden|desfa|refa|volt|ongedaan|terug|herstel|vorig|cofnij|przywróć|ångra|fortryd)/iu
/** Words that refer to things without naming them. */
const several =
  /\b(?:all|every\w*|each|both|others?|rest|except|anything|(?:only|just) keep|keep (?:only|just)|nothing (?:else|but)|first|second|third|fourth|fifth|last|two|three|four|five|half|duplicates?|same|below|unused|empty)\b/i
const english = /\b(?:the|and|to|of|in|is|it|make|please|with|for|this|that|our|a|an|do|be|on|my|we)\b/i
const question =
  /(?:^|[.!?]\s+|\b(?:tell me|tell us|explain|remind me|list)(?: \w+)? )(?:what|which|when|why|how|who|where|did|have you|has|was|were|had|is|are|does|welche\w*|wann|warum|wieso|wie|wer|hast|habt|wurde\w*|qu['’e]\w*|quand|pourquoi|comment|as-tu|avez-vous|qué|cuál\w*|cuándo|cómo|quale|quando|perché|wat|welk\w*|wanneer|waarom|hoe|heb)(?!\p{L})/iu
const request =
  /\b(?:please|can you|could you|would you|will you|(?:how|what) about|what if|possible|kannst|könnt\w*|bitte|peux|pourr\w+|puedes|podrías|por favor|puoi|kun je)\b/i
const quotation = /“[^”]*”|"[^"]*"|«[^»]*»|„[^“]*“/g

/** A message of at most this many words, such as “yes, both”, refers to what was said before it. */
const fewWords = 5

/** The text to judge: the message, preceded by the last exchange if the message is short. */
export function requestText({ message, conversation }: AgentContext): string {
  if (wordsOf(message).length > fewWords) return message
  return [...conversation.slice(-2).map(({ text }) => text), message].join('\n')
}

/** Whether a message asks about the present or the past, rather than making a request in the form of a question. */
export function asksAbout(message: string): boolean {
  return question.test(message.trim()) && !request.test(message)
}

export function asksToGoBack(context: AgentContext): boolean {
  const wish = requestText(context)
  return back.test(wish) || removal.test(wish) || !english.test(wish)
}

/**
 * Whether the message asks to remove a block or one of its items. It must contain a verb of removal, and if it names
 * parts of the page, this one must be among them. In languages without known verbs it must name the part.
 */
export function asksToRemove(context: AgentContext, block: Block, item?: Item): boolean {
  const wish = requestText(context)
  const bare = wish.replace(quotation, ' ')
  const isNamed = context.selectedElement?.blockId === block.id || names(wish, block, item)
  const isSaid = removal.test(bare) || (item !== undefined && shortening.test(bare))
  if (!isSaid) return names(bare, block, item) && !english.test(wish)
  return isNamed || several.test(bare) || !context.document.blocks.some((other) => namesAnything(wish, other))
}

/**
 * Whether a text names a block by its type or its heading. An item is named by its title, or by the name of its kind
 * if no other item is named.
 */
export function names(text: string, block: Block, item?: Item): boolean {
  const type = namesIn(blockNames[block.type] ?? block.type)
  const kinds = listsOf(block.type).flatMap((list) => namesIn(itemNames[`${block.type}.${list}`] ?? ''))
  const isNamed = mentions(text, [...type, ...kinds, headingOf(block) ?? ''])
  if (!item) return isNamed || mentions(text, titlesOf(itemsIn(block)))
  const others = itemsIn(block).filter(({ id }) => id !== item.id)
  return mentions(text, titlesOf([item])) || (isNamed && !mentions(text, titlesOf(others)))
}

/** Whether a text names a block or one of its fields. */
function namesAnything(text: string, block: Block): boolean {
  const fields = Object.keys(block.props).flatMap((field) => namesIn(partNames[field] ?? field).slice(0, 3))
  return names(text, block) || mentions(text, fields)
}

/** Whether a text contains one of the phrases as whole words, singular or plural. */
export function mentions(text: string, phrases: string[]): boolean {
  const words = ` ${wordsOf(text).map(singular).join(' ')} `
  return phrases.some((phrase) => {
    const wanted = wordsOf(phrase).map(singular).join(' ')
    return wanted !== '' && words.includes(` ${wanted} `)
  })
}

export function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim())
}

/** The fields that identify items: the first field in the schema of each list, such as a title, name or question. */
const titleFields = [
  ...new Set(blockTypes.flatMap(({ name }) => listsOf(name).map((list) => fieldNames(name, list)[0] ?? ''))),
]

export function titlesOf(items: Item[]): string[] {
  return items.flatMap((item) => {
    const field = titleFields.find((name) => typeof item[name] === 'string' && item[name] !== '')
    return field ? [String(item[field])] : []
  })
}

function itemsIn(block: Block): Item[] {
  return listsOf(block.type).flatMap((list) => itemsOf(block, list))
}

/** Words in scripts without spaces are separated from adjacent Latin words, as in “FAQを削除”. */
const word = /[\p{Script=Latin}\p{M}\p{N}]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word
}
