import { type Block, type Document, fillLine, newBlockId, type Source } from '../../document/index.ts'
import { canonicalJson } from '../../shared/canonicalJson.ts'
import { escapeInline } from '../../shared/inline.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import type { AgentContext } from '../agent.ts'
import { listed } from '../label.ts'
import { type Draft, insertBlock, mapBlock } from '../operations/edit.ts'
import { Refusal } from '../refusal.ts'
import { textPlacesOf } from '../textPlaces.ts'
import { addNeeds, needsBlockOf } from './needs.ts'
import { type NoteStatement, sourcesOf, statements } from './notes.ts'
import { orderByInterest } from './order.ts'

const mostPoints = 4
const longestHeadline = 160

/** Whether a block may be changed; undefined stands for a new block. */
type Allows = (block: Block | undefined) => boolean

/** Suggestions for what to note if little is known. */
export const wanted =
  'A note of what they asked for or said would help, such as “They asked about delivery times”, or a figure about their company.'

type Facts = { firstName: string; company: string; brand: string; known: NoteStatement[]; sources: Source[] }

/** The state of a personalisation: the draft, and the statements used so far. */
class Personal {
  readonly context: AgentContext
  draft: Draft
  used: NoteStatement[] = []

  constructor(context: AgentContext, document: Document) {
    this.context = context
    this.draft = { document }
  }

  get blocks(): Block[] {
    return this.draft.document.blocks
  }

  /** Replaces the draft; false if nothing changed. */
  take(next: Draft): boolean {
    const changed = canonicalJson(next.document) !== canonicalJson(this.draft.document)
    this.draft = next
    return changed
  }
}

/** Whether a text is empty or a template placeholder. */
const isOpen = (text: string | undefined) => !text?.trim() || hasPrompt(text)

/**
 * Personalises the page, or some of its blocks, with the facts known about the audience, and describes the result.
 * Facts are added; existing texts are kept.
 */
export function personalise(
  context: AgentContext,
  document: Document,
  blockIds: string[] | undefined,
): { document: Document; said: string; used: NoteStatement[] } {
  const facts = factsOf(context)
  if (!facts.firstName && !facts.company && facts.known.length === 0)
    throw new Refusal(
      'I know neither the person nor the company of this audience, so there is nothing to personalise the page with. Choose an audience that has a person or an account.',
    )
  const page = new Personal(context, document)
  const parts = [heroOf, needsOf, featuresOf, proofOf, invitationOf, namesOf]
  const done = parts.map((part) =>
    part(facts, page, (block) => !blockIds || (block !== undefined && blockIds.includes(block.id))),
  )
  const said = done.filter((part) => part !== undefined)
  if (said.length === 0 && blockIds && facts.known.length > 0)
    throw new Refusal(
      'I add what I know about them, but don’t rewrite texts, and there is no open place for it there. Say “personalise the page”, and I add a section of what we heard; or give me the words of a text that should change.',
    )
  if (said.length === 0)
    throw new Refusal(
      facts.known.length > 0
        ? 'Everything I know about them is on the page already, and I don’t rewrite texts. Give me the words of a text that should change.'
        : `What I know of them is on the page already. ${wanted}`,
    )
  return { document: page.draft.document, said: listed(said), used: page.used }
}

function factsOf(context: AgentContext): Facts {
  const { account, person, brand, page } = context
  const values = { account, person, brand, page }
  const word = (placeholder: string) => escapeInline(fillLine(`{{${placeholder}|}}`, values), true)
  const firstName = word('person.firstName')
  // An account without a name is identified by its domain, which should not appear in a headline.
  const company = account?.name ? word('account.name') : ''
  const sources: Source[] = []
  if (person && firstName) sources.push({ kind: 'person_field', id: person.personId, field: 'name' })
  if (account && company) sources.push({ kind: 'account_field', id: account.accountId, field: 'name' })
  return { firstName, company, brand: word('brand.name'), known: statements(context), sources }
}

/** Sets texts of a block that fit their limits, and adds their sources. */
function say(page: Personal, block: Block, wanted: Record<string, unknown>, sources: Source[]): boolean {
  const props = fittingOf(block, wanted)
  if (Object.keys(props).length === 0) return false
  const all = sourcesOf([...block.sources, ...sources].map((source) => ({ source })))
  return page.take(
    mapBlock(
      page.draft,
      block.id,
      (old) => ({ ...old, props: { ...old.props, ...props }, sources: all }) as Block,
    ),
  )
}

/** The texts within their limits; a company's name can make a text too long. */
function fittingOf(block: Block, wanted: Record<string, unknown>): Record<string, unknown> {
  const after = { ...block, props: { ...block.props, ...wanted } } as Block
  const tooLong = textPlacesOf(after).filter(({ text = '', maxLength }) => [...text].length > maxLength)
  return Object.fromEntries(
    Object.entries(wanted).filter(([name]) => !tooLong.some(({ path }) => path.split('/', 1)[0] === name)),
  )
}

function heroOf(facts: Facts, page: Personal, allows: Allows): string | undefined {
  const block = page.blocks.find(({ type }) => type === 'hero')
  if (block?.type !== 'hero' || !allows(block)) return undefined
  const asked = facts.known.find(
    ({ verb, subject }) => /^asked (?:about|for)$/.test(verb) && subject.length <= 70,
  )
  const { props } = block
  const headline = isOpen(props.headline) && headlineFor(facts, asked, page.context.page.pageType)
  const said = {
    ...(headline && [...headline].length <= longestHeadline && { headline }),
    ...(isOpen(props.eyebrow) &&
      facts.company &&
      [...facts.company].length < 60 && { eyebrow: `Prepared for ${facts.company}` }),
    ...(isOpen(props.subheadline) && facts.known.length > 0 && { subheadline: subheadlineFor(facts) }),
  }
  if (Object.keys(said).length === 0) return undefined
  const from = [...facts.sources, ...(asked && said.headline ? [asked.source] : [])]
  if (!say(page, block, said, from)) return undefined
  return said.headline || said.subheadline ? 'the hero' : 'the line above the headline'
}

function headlineFor(
  { firstName, company, brand }: Facts,
  asked: NoteStatement | undefined,
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
  // Notes do not say who expressed a need, so this sentence does not either.
  return `It begins with what we understood of your plans, and says what ${brand || 'we'} would do about them${company ? ` for ${company}` : ''}.`
}

/** Lists the needs that the account expressed, in its own words if these were noted. */
function needsOf(facts: Facts, page: Personal, allows: Allows): string | undefined {
  const before = needsBlockOf(page.draft)
  if (facts.known.length === 0 || !allows(before)) return undefined
  const written = before?.props.points?.filter((point) => !hasPrompt(point)) ?? []
  const known = facts.known.slice(0, mostPoints)
  page.used.push(...known)
  const room = mostPoints - written.length
  const draft = addNeeds(
    page.draft,
    known.filter(({ said }) => !written.includes(`${said}.`)).slice(0, Math.max(0, room)),
  )
  if (!draft || !page.take(draft)) return undefined
  return before ? 'what we heard' : 'a section of what we heard'
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

/** Moves a customer's quote up to the claim that it supports. It never invents one. */
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
  if (block?.type === 'cta')
    return isOpen(block.props.headline) && say(page, block, { headline }, from)
      ? 'the call to action'
      : undefined
  return addInvitation(headline, from, page) ? 'a call to action' : undefined
}

/** If the opening has a button, adds a closing section with the same button. */
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

/** A general phrase for the company at the end of a clause, which its name can replace. */
const generic =
  /\b(?:your|the) (?:company|organi[sz]ation|business|firm)(?=['’]s\b|[.,;:!?)]|$| (?:is|has|can|will|and|or|in|at|to|with|how|where|gets|saves|runs|today|now)\b)/i

/** Replaces general phrases with the company's name, once in each block that opens or closes the page. */
function namesOf({ company, sources }: Facts, page: Personal, allows: Allows): string | undefined {
  if (!company) return undefined
  let count = 0
  for (const block of page.blocks) {
    if ((block.type !== 'hero' && block.type !== 'cta') || !allows(block)) continue
    const texts = Object.entries(block.props).filter(([, value]) => typeof value === 'string')
    if (texts.some(([name, text]) => name !== 'eyebrow' && text.includes(company))) continue
    const place = texts.find(([, text]) => generic.test(text))
    if (!place) continue
    const [name, text] = place
    const from = sources.filter(({ kind }) => kind === 'account_field')
    if (say(page, block, { [name]: text.replace(generic, () => company) }, from)) count++
  }
  return count > 0 ? `their name ${count === 1 ? 'in one place' : `in ${count} places`}` : undefined
}
