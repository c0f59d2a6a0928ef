import { type Block, type Document, fillLine, newBlockId, type Source } from '../../document/index.ts'
import { canonicalJson } from '../../shared/canonicalJson.ts'
import { escapeInline } from '../../shared/inline.ts'
import type { AgentContext } from '../agent.ts'
import { listed } from '../label.ts'
import { type Draft, insertBlock, mapBlock } from '../operations/edit.ts'
import { Refusal } from '../refusal.ts'
import { type Statement, sourcesOf, statements } from './notes.ts'
import { orderByInterest } from './order.ts'

const mostPoints = 4
const longestHeadline = 160

/** Whether a block may be touched; nothing stands for a new one. */
type Allows = (block: Block | undefined) => boolean

type Facts = { firstName: string; company: string; brand: string; known: Statement[]; sources: Source[] }

/** The page while it is made theirs: what it says so far, and the statements that went in. */
class Personal {
  readonly context: AgentContext
  draft: Draft
  used: Statement[] = []

  constructor(context: AgentContext, document: Document) {
    this.context = context
    this.draft = { document }
  }

  get blocks(): Block[] {
    return this.draft.document.blocks
  }

  /** Takes a draft; false where it is what there was. */
  take(next: Draft): boolean {
    const changed = canonicalJson(next.document) !== canonicalJson(this.draft.document)
    this.draft = next
    return changed
  }
}

/** Makes the page theirs from what is known, or one block of it, and says what it made. */
export function personalise(
  context: AgentContext,
  document: Document,
  only: string | undefined,
): { document: Document; said: string; used: Statement[] } {
  const facts = factsOf(context)
  if (!facts.firstName && !facts.company && facts.known.length === 0)
    throw new Refusal(
      'I know neither the person nor the company of this audience, so there is nothing to personalise the page with.',
    )
  const page = new Personal(context, document)
  const parts = [heroOf, heardOf, featuresOf, proofOf, invitationOf]
  const done = parts.map((part) => part(facts, page, (block) => only === undefined || block?.id === only))
  const said = done.filter((part) => part !== undefined)
  if (said.length === 0) throw new Refusal('Everything I know about them is on the page already.')
  return { document: page.draft.document, said: listed(said), used: page.used }
}

function factsOf(context: AgentContext): Facts {
  const { account, person, brand, page } = context
  const values = { account, person, brand, page }
  const word = (placeholder: string) => escapeInline(fillLine(`{{${placeholder}|}}`, values), true)
  const firstName = word('person.firstName')
  // An account without a name is known by its domain, and no headline should be an address.
  const company = account?.name ? word('account.name') : ''
  const sources: Source[] = []
  if (person && firstName) sources.push({ kind: 'person_field', id: person.personId, field: 'name' })
  if (account && company) sources.push({ kind: 'account_field', id: account.accountId, field: 'name' })
  return { firstName, company, brand: word('brand.name'), known: statements(context), sources }
}

/** Says a thing in a block, and where it is from. A block keeps the sources it had. */
function say(page: Personal, block: Block, props: Record<string, unknown>, sources: Source[]): boolean {
  const all = sourcesOf([...block.sources, ...sources].map((source) => ({ source })))
  return page.take(
    mapBlock(
      page.draft,
      block.id,
      (old) => ({ ...old, props: { ...old.props, ...props }, sources: all }) as Block,
    ),
  )
}

function heroOf(facts: Facts, page: Personal, allows: Allows): string | undefined {
  const block = page.blocks.find(({ type }) => type === 'hero')
  if (block?.type !== 'hero' || !allows(block)) return undefined
  const asked = facts.known.find(
    ({ verb, subject }) => /^asked (?:about|for)$/.test(verb) && subject.length <= 70,
  )
  const headline = headlineFor(facts, asked, page.context.page.pageType)
  if (!headline || [...headline].length > longestHeadline) return undefined
  const eyebrow =
    facts.company && [...facts.company].length < 60 ? { eyebrow: `Prepared for ${facts.company}` } : {}
  const subheadline = facts.known.length > 0 ? { subheadline: subheadlineFor(facts) } : {}
  const from = [...facts.sources, ...(asked ? [asked.source] : [])]
  return say(page, block, { headline, ...eyebrow, ...subheadline }, from) ? 'the hero' : undefined
}

function headlineFor(
  { firstName, company, brand }: Facts,
  asked: Statement | undefined,
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
function heardOf(facts: Facts, page: Personal, allows: Allows): string | undefined {
  const chosen = facts.known.slice(0, mostPoints)
  if (chosen.length === 0) return undefined
  const points = chosen.map(({ said }) => `${said}.`)
  const before = page.blocks.find(
    (block) => block.type === 'text' && (block.id === 'heard' || block.props.heading === 'What we heard'),
  )
  const sources = sourcesOf(chosen)
  if (!allows(before)) return undefined
  if (before) page.used.push(...chosen)
  if (before) return say(page, before, { points }, sources) ? 'what we heard' : undefined
  const id = page.blocks.some((block) => block.id === 'heard') ? 'what-we-heard' : 'heard'
  const block: Block = { id, type: 'text', props: { heading: 'What we heard', points }, sources }
  const hero = page.blocks.find(({ type }) => type === 'hero')
  page.used.push(...chosen)
  return page.take(insertBlock(page.draft, block, hero?.id ?? null))
    ? 'a section of what we heard'
    : undefined
}

function featuresOf(_facts: Facts, page: Personal, allows: Allows): string | undefined {
  let changed = false
  for (const block of page.blocks) {
    if (block.type !== 'features' || !allows(block)) continue
    const { order, sources } = orderByInterest(block.props.items, page.context)
    if (order.some((item, index) => item !== block.props.items[index]))
      changed = say(page, block, { items: order }, sources) || changed
  }
  return changed ? 'the order of the features' : undefined
}

/** Somebody else's word comes right after what is claimed. Nothing is made up where there is none. */
function proofOf(_facts: Facts, page: Personal, allows: Allows): string | undefined {
  const features = page.blocks.find(({ type }) => type === 'features')
  const proof = page.blocks.filter(({ type }) => type === 'quote')
  const { order } = orderByInterest(
    proof.map((block) => ({ block, ...block.props })),
    page.context,
  )
  const best = order[0]?.block
  if (!features || !best || !allows(best)) return undefined
  return page.take(insertBlock(page.draft, best, features.id)) ? 'the place of the quote' : undefined
}

function invitationOf(
  { firstName, company, sources, known }: Facts,
  page: Personal,
  allows: Allows,
): string | undefined {
  const block = page.blocks.findLast(({ type }) => type === 'cta')
  if (!allows(block)) return undefined
  const topic = known.find(
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
  if (block) return say(page, block, { headline }, from) ? 'the call to action' : undefined
  return addInvitation(headline, from, page) ? 'a call to action' : undefined
}

/** A page whose opening asks for something ends by asking for it once more, with the same button. */
function addInvitation(headline: string, sources: Source[], page: Personal): boolean {
  const hero = page.blocks.find((block) => block.type === 'hero')
  const primaryAction = hero?.props.primaryAction
  if (!primaryAction) return false
  const block: Block = {
    id: newBlockId(page.draft.document, 'cta'),
    type: 'cta',
    props: { headline, primaryAction },
    sources,
  }
  return page.take(insertBlock(page.draft, block, page.blocks.at(-1)?.id ?? null))
}
