import { escapeInline } from '../../../documents/inline.ts'
import type { Block } from '../../../documents/schema.ts'
import { quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import { Refusal } from '../../refusal.ts'
import { rareWords } from '../compose/fitness.ts'
import { personalise } from '../compose/personalise.ts'
import { sourcesOf, voicedBy } from '../compose/points.ts'
import type { Desk } from '../desk.ts'
import type { Words } from '../slots.ts'
import { defineIntents } from './intent.ts'

export const personalIntents = defineIntents(
  {
    name: 'personalise the page for them',
    patterns: [
      '<personalise> [<page>|the_page|this_page] [a_bit|more|further|better]',
      '<personalise> [<page>|the_page|this_page|content|hero|headline] [for|to|around|with|based_on|using] {text}',
      'make [<page>|this_page|the_page] [more|a_bit|feel|sound|look] [more] <personalise>|personal|relevant|about_them|for_them [for|to|with] [{text}]',
      'make [<page>|this_page|the_page] [all] about|for|fit|speak_to {text}',
      'make [<page>|this_page|the_page] theirs|personal',
      'use|apply|work_in|bring_in what|everything [that] we|you know [about|of|on] [{text}]',
      'rewrite|write|redo|adapt|rework|change [<page>|this_page|the_page] for|around {text}',
      'write [a] page for {text}',
    ],
    act: ({ text }, desk) => (text && !meansThem(text.text, desk) ? undefined : personalise(desk)),
  },
  {
    name: 'personalise one block for them',
    patterns: [
      '<personalise> {target} [a_bit|more|further]',
      '<personalise>|rewrite|write|redo|rework|change|rephrase|make {target} [for|to|around|using|with] {text}',
      'make {target} [more|a_bit] [more] personal|relevant|<personalise> [for|to] [{text}]',
    ],
    act: ({ target, text }, desk) => {
      const blockId = target?.places[0]?.blockId
      return !blockId || (text && !meansThem(text.text, desk)) ? undefined : personalise(desk, blockId)
    },
  },
  {
    name: 'open with something they said',
    patterns: [
      'open|start|lead|begin [the_page|it|page] with|on [their|the|our] {text}',
      'mention|reference|refer_to|bring_up|work_in|pick_up|highlight|emphasise|emphasize|focus_on|talk_about [that|their|the] {text}',
    ],
    act: ({ text }, desk) => text && openWith(text, desk),
  },
)

/** “for them”, “for Maya at Acme”, “using our notes”: those the page is for, by whatever name. */
function meansThem(text: string, { context }: Desk): boolean {
  const own = [context.person?.name, context.account?.name, context.account?.domain, context.audience.name]
  const known = new Set(own.flatMap((name) => rareWords(name ?? '')))
  const general =
    'them they their her him she he this person visitor prospect customer client lead account company team audience reader buyer notes logs log call calls history context know knowledge data info information last us our have about based using it its what everything at of from the and all on in with'
  const usual = new Set(general.split(' '))
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.length > 0 &&
    words.every(
      (word) =>
        usual.has(word) ||
        known.has(rareWords(word)[0] ?? word) ||
        own.some((name) => name?.toLowerCase().split(/\s+/).includes(word)),
    )
  )
}

/** The headline from what they said about the subject; where nothing was noted, from the subject as it was given. */
function openWith({ text, quoted: isQuote }: Words, desk: Desk): string | undefined {
  const hero = desk.blocks.find((block): block is Extract<Block, { type: 'hero' }> => block.type === 'hero')
  if (!hero) throw new Refusal('There is no hero block on this page to open with it.')
  if (isQuote) {
    desk.change({
      type: 'updateBlock',
      blockId: hero.id,
      props: { headline: fitted(text, { kind: 'rich', maxLength: 160 }) },
    })
    return `opened the page with ${quoted(text)}`
  }
  const topic = text.replace(/^(?:their|the|our|a|an)\s+/i, '')
  const wanted = new Set(rareWords(topic))
  const heard = voicedBy(desk.context).find(({ said }) => rareWords(said).some((word) => wanted.has(word)))
  const { account, person } = desk.context
  const company = account?.name?.trim()
  if (!heard && rareWords(topic).length === 0) return undefined
  const plain = `${topic.replace(/^./u, (sign) => sign.toUpperCase())}${company ? ` at ${escapeInline(company)}` : ''}`
  const name = person?.name?.trim().split(/\s+/)[0]
  const headline = heard ? `${name ? `${escapeInline(name)}, you` : 'You'}${heard.said.slice(3)}.` : plain
  const sources = [
    ...(heard
      ? [heard.source]
      : company && account
        ? [{ kind: 'account_field' as const, id: account.accountId, field: 'name' }]
        : []),
    ...(heard && name && person
      ? [{ kind: 'person_field' as const, id: person.personId, field: 'name' }]
      : []),
  ]
  const all = sourcesOf([...hero.sources, ...sources].map((source) => ({ source })))
  const line = fitted(headline, { kind: 'rich', maxLength: 160 })
  desk.change({ type: 'updateBlock', blockId: hero.id, props: { headline: line }, sources: all })
  return `opened the page with ${quoted(line)}`
}
