import { fillLine } from '../../../documents/fill.ts'
import { newBlockId } from '../../../documents/ids.ts'
import { escapeInline } from '../../../documents/inline.ts'
import type { Block, Source } from '../../../documents/schema.ts'
import type { AgentContext } from '../../agent.ts'
import { listed } from '../../label.ts'
import { Refusal } from '../../refusal.ts'
import type { Change, Desk } from '../desk.ts'
import { orderByInterest } from './order.ts'
import { sourcesOf, type Voiced, voicedBy } from './points.ts'

const mostPoints = 4
const longestHeadline = 160

/** Whether a block may be touched; nothing stands for a new one. */
type Allows = (block: Block | undefined) => boolean

type Facts = { firstName: string; company: string; brand: string; voiced: Voiced[]; sources: Source[] }

/** Makes the page theirs from what is known, or one block of it, and says what it made. */
export function personalise(desk: Desk, only = desk.selected?.id): string {
  const facts = factsOf(desk.context)
  if (!facts.firstName && !facts.company && facts.voiced.length === 0)
    throw new Refusal(
      'I know neither the person nor the company of this audience, so there is nothing to personalise the page with.',
    )
  const parts = [heroOf, heardOf, featuresOf, proofOf, invitationOf]
  const done = parts.map((part) => part(facts, desk, (block) => only === undefined || block?.id === only))
  const said = done.filter((part) => part !== undefined)
  if (said.length === 0) throw new Refusal('Everything I know about them is on the page already.')
  const rest = facts.voiced.length === 0 ? ' (none of your notes is fit to show them)' : ''
  return `personalised ${listed(said)}${rest}`
}

function factsOf(context: AgentContext): Facts {
  const { account, person, brand, page } = context
  const known = { account, person, brand, page }
  const word = (placeholder: string) => escapeInline(fillLine(`{{${placeholder}|}}`, known), true)
  const firstName = word('person.firstName')
  // An account without a name is known by its domain, and no headline should be an address.
  const company = account?.name ? word('account.name') : ''
  const sources: Source[] = []
  if (person && firstName) sources.push({ kind: 'person_field', id: person.personId, field: 'name' })
  if (account && company) sources.push({ kind: 'account_field', id: account.accountId, field: 'name' })
  return { firstName, company, brand: word('brand.name'), voiced: voicedBy(context), sources }
}

/** Says a thing in a block, and where it is from. A block keeps the sources it had. */
function say(desk: Desk, block: Block, props: Record<string, unknown>, sources: Source[]): boolean {
  const all = sourcesOf([...block.sources, ...sources].map((source) => ({ source })))
  return tryChange(desk, { type: 'updateBlock', blockId: block.id, props, sources: all })
}

function tryChange(desk: Desk, change: Change): boolean {
  return desk.changeIfNeeded(change)
}

function heroOf(facts: Facts, desk: Desk, allows: Allows): string | undefined {
  const block = desk.blocks.find(({ type }) => type === 'hero')
  if (block?.type !== 'hero' || !allows(block)) return undefined
  const asked = facts.voiced.find(
    ({ verb, subject }) => /^asked (?:about|for)$/.test(verb) && subject.length <= 70,
  )
  const headline = headlineFor(facts, asked, desk.context.page.pageType)
  if (!headline || [...headline].length > longestHeadline) return undefined
  const eyebrow =
    facts.company && [...facts.company].length < 60 ? { eyebrow: `Prepared for ${facts.company}` } : {}
  const subheadline = facts.voiced.length > 0 ? { subheadline: subheadlineFor(facts) } : {}
  const from = [...facts.sources, ...(asked ? [asked.source] : [])]
  return say(desk, block, { headline, ...eyebrow, ...subheadline }, from) ? 'the hero' : undefined
}

function headlineFor(
  { firstName, company, brand }: Facts,
  asked: Voiced | undefined,
  pageType: string,
): string | undefined {
  const call = firstName ? `${firstName}, ` : ''
  const capital = (text: string) => (call ? text : text.replace(/^./u, (sign) => sign.toUpperCase()))
  if (asked) return `${call}${capital(`you ${asked.verb} ${asked.subject}.`)}`
  const lines: Record<string, string> = {
    inbound: `here is what we would do for ${company || 'you'}.`,
    outbound: `we made this page for ${company || 'you'}.`,
    call_followup: `this is what we took away from our call.`,
    sales_deck: `here is the case for ${brand}${company ? ` at ${company}` : ''}.`,
  }
  return call || company
    ? call + capital(lines[pageType] ?? `this page is for ${company || 'you'}.`)
    : undefined
}

function subheadlineFor({ company, brand }: Facts): string {
  // Notes say what was understood, not who said it; so does this line.
  return `It begins with what we understood of your plans, and says what ${brand || 'we'} would do about them${company ? ` for ${company}` : ''}.`
}

/** “What we heard”: only what they voiced, in their words as far as they were noted. */
function heardOf(facts: Facts, desk: Desk, allows: Allows): string | undefined {
  const chosen = facts.voiced.slice(0, mostPoints)
  if (chosen.length === 0) return undefined
  const points = chosen.map(({ said }) => `${said}.`)
  const before = desk.blocks.find(
    (block) => block.type === 'text' && (block.id === 'heard' || block.props.heading === 'What we heard'),
  )
  const sources = sourcesOf(chosen)
  if (!allows(before)) return undefined
  if (before) return say(desk, before, { points }, sources) ? 'what we heard' : undefined
  const id = desk.find('heard') ? 'what-we-heard' : 'heard'
  const block: Block = { id, type: 'text', props: { heading: 'What we heard', points }, sources }
  const hero = desk.blocks.find(({ type }) => type === 'hero')
  return tryChange(desk, { type: 'addBlock', block, afterId: hero?.id ?? null })
    ? 'a section of what we heard'
    : undefined
}

function featuresOf(_facts: Facts, desk: Desk, allows: Allows): string | undefined {
  let changed = false
  for (const block of desk.blocks) {
    if (block.type !== 'features' || !allows(block)) continue
    const { order, sources } = orderByInterest(block.props.items, desk.context)
    if (order.some((item, index) => item !== block.props.items[index]))
      changed = say(desk, block, { items: order }, sources) || changed
  }
  return changed ? 'the order of the features' : undefined
}

/** Somebody else's word comes right after what is claimed. Nothing is made up where there is none. */
function proofOf(_facts: Facts, desk: Desk, allows: Allows): string | undefined {
  const features = desk.blocks.find(({ type }) => type === 'features')
  const proof = desk.blocks.filter(({ type }) => type === 'quote')
  const { order } = orderByInterest(
    proof.map((block) => ({ block, ...block.props })),
    desk.context,
  )
  const best = order[0]?.block
  if (!features || !best || !allows(best)) return undefined
  return tryChange(desk, { type: 'moveBlock', blockId: best.id, afterId: features.id })
    ? 'the place of the quote'
    : undefined
}

function invitationOf(
  { firstName, company, sources, voiced }: Facts,
  desk: Desk,
  allows: Allows,
): string | undefined {
  const block = desk.blocks.findLast(({ type }) => type === 'cta')
  if (!allows(block)) return undefined
  const topic = voiced.find(
    ({ verb, subject }) =>
      /^(?:asked about|are interested in|care about)$/.test(verb) && subject.length <= 60,
  )
  const about = topic ? ` about ${topic.subject}` : company ? ` about ${company}` : ''
  const headline = `Shall we talk${about}${firstName ? `, ${firstName}` : ''}?`
  if ([...headline].length > longestHeadline) return undefined
  const from = [
    ...sources.filter(({ kind }) => kind === 'person_field' || !topic),
    ...(topic ? [topic.source] : []),
  ]
  if (block) return say(desk, block, { headline }, from) ? 'the call to action' : undefined
  return addInvitation(headline, from, desk) ? 'a call to action' : undefined
}

/** A page whose opening asks for something ends by asking for it once more, with the same button. */
function addInvitation(headline: string, sources: Source[], desk: Desk): boolean {
  const hero = desk.blocks.find((block) => block.type === 'hero')
  const primaryAction = hero?.props.primaryAction
  if (!primaryAction) return false
  const block: Block = {
    id: newBlockId(desk.document, 'cta'),
    type: 'cta',
    props: { headline, primaryAction },
    sources,
  }
  return tryChange(desk, { type: 'addBlock', block, afterId: desk.blocks.at(-1)?.id ?? null })
}
