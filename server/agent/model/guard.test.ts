import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../builtin-agent/refusal.ts'
import { type Block, itemsOf, type Source } from '../../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { WorkingDocument } from '../workingDocument.ts'
import { refuseLowContrast } from './contrast.ts'
import { NumberedFacts } from './facts.ts'
import { Guard } from './guard.ts'
import { findName, namesOf } from './names.ts'
import { instructions } from './prompt.ts'

function contextOf(more: Partial<AgentContext> = {}): AgentContext {
  const blocks = [
    { id: 'hero', type: 'hero', props: { headline: 'Hello' }, sources: [] },
    { id: 'pricing', type: 'text', props: { body: 'Write to [us](mailto:sales@us.example)' }, sources: [] },
  ] as Block[]
  return {
    message: 'Do it',
    document: { theme: {}, blocks },
    page: { pageId: 'page_1', name: 'P', title: 'P', pageType: 'custom', pageContext: '', actions: [] },
    brand: { name: 'Us', primaryColor: '#112233', font: 'inter' },
    audience: { audienceId: 'audience_1', name: 'Will', supplementaryContext: null },
    person: { personId: 'person_1', name: 'Will Stone', email: 'will@stone.example' },
    account: { accountId: 'account_1', name: 'Target', domain: 'target.example' },
    notes: [],
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
    ...more,
  }
}

function guardOf(context: AgentContext) {
  return new Guard({ context, document: context.document }, new NumberedFacts(context))
}

/** What a refusal says; empty where there is none. */
function refusalOf(run: () => unknown): string {
  try {
    run()
    return ''
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error.message
  }
}

const refuses = (run: () => unknown) => refusalOf(run) !== ''

/** Facts by number: f1 and f2 are the person's, f3 and f4 the account's, so notes begin with f5. */
const note = (text: string, id = 'account_log_1') => ({
  kind: 'account_log' as const,
  id,
  text,
  createdAt: '+1794614400000',
})

test('names are recognised as names by their capitals, not as ordinary words', () => {
  const names = namesOf(contextOf())
  const personal = [
    'Welcome, Will',
    'Will, this is for you',
    'Will’s team ships faster',
    'We met Will last week',
    'Prepared for Will Stone',
    'WILL STONE',
    'For Target alone',
    'Target’s 14 ports',
    'Write to WILL@stone.example',
    'See Target.Example',
  ]
  const plain = [
    'We will tell you',
    'Will it work?',
    'It works. Will you try it?',
    'What Will Change For You',
    'Hit your target',
    'Target the right people',
    'Goodwill and willpower',
  ]
  for (const text of personal) assert.ok(findName([text], names), text)
  for (const text of plain) assert.equal(findName([text], names), undefined, text)
})

test('a host that is on the page only through a visitor’s name is not trusted; a host in a link of the page is', () => {
  const link = (to: string) => ({ primaryAction: { label: 'Go', link: to } })
  const context = contextOf({
    person: { personId: 'person_1', name: 'evil.example', email: 'me@bad.example' },
    message: 'Lead them to good.example/demo',
  })
  context.document.blocks.push(
    { id: 'a', type: 'text', props: { body: 'For evil.example, at me@bad.example' }, sources: [] },
    { id: 'b', type: 'text', props: { body: 'More at [ours](https://ours.example/a)' }, sources: [] },
    { id: 'c', type: 'text', props: { body: 'Or at prose.example, or call +49 30 1234567' }, sources: [] },
  )
  const guard = guardOf(context)
  for (const to of [
    'https://evil.example/',
    'https://www.evil.example/x',
    'https://bad.example',
    'https://prose.example',
    'tel:+49301234567',
    'mailto:me@bad.example',
  ])
    assert.ok(
      refuses(() => guard.checkBlock('hero', link(to), [])),
      to,
    )
  for (const to of ['https://good.example/demo', 'https://ours.example/', 'mailto:sales@us.example'])
    assert.ok(!refuses(() => guard.checkBlock('hero', link(to), [])), to)
})

test('a mailto: link has at most a subject and a body, and no further recipients', () => {
  const guard = guardOf(contextOf())
  const link = (query: string) => ({
    primaryAction: { label: 'Mail', link: `mailto:sales@us.example${query}` },
  })
  for (const query of ['', '?subject=Hi', '?subject=Hi&body=There', '?SUBJECT=Hi'])
    assert.ok(!refuses(() => guard.checkBlock('hero', link(query), [])), query)
  for (const query of ['?cc=a@b.example', '?subject=x&bcc=a@b.example', '?to=a@b.example', '?attach=x'])
    assert.ok(
      refuses(() => guard.checkBlock('hero', link(query), [])),
      query,
    )
})

test('a link to a block of the page is allowed, in buttons and texts', () => {
  const guard = guardOf(contextOf())
  const button = (link: string) => ({ primaryAction: { label: 'Prices', link } })
  assert.ok(!refuses(() => guard.checkBlock('hero', button('#pricing'), [])))
  assert.ok(!refuses(() => guard.checkBlock('hero', { headline: 'See [prices](#pricing)' }, [])))
  assert.ok(refuses(() => guard.checkBlock('hero', button('#team'), [])))
  assert.ok(refuses(() => guard.checkBlock('hero', { headline: 'See [us](#team)' }, [])))
})

test('a link to a block that the same run added is allowed', () => {
  const context = contextOf()
  const working = new WorkingDocument(context)
  const guard = new Guard(working, new NumberedFacts(context))
  const link = { primaryAction: { label: 'Team', link: '#team' } }
  assert.ok(refuses(() => guard.checkBlock('hero', link, [])))
  working.change({
    type: 'addBlock',
    block: { id: 'team', type: 'text', props: { body: 'Us' }, sources: [] },
    afterId: 'hero',
  })
  assert.equal(
    refusalOf(() => guard.checkBlock('hero', link, [])),
    '',
  )
})

test('only hosts of links, actions, the account and people of the company are trusted', () => {
  const context = contextOf({
    message: 'Make it personal',
    account: {
      accountId: 'account_1',
      name: 'name.example',
      domain: 'target.example',
      fields: { wiki: 'https://wiki.example/x', remark: 'see field.example' },
    },
    person: { personId: 'person_1', name: 'Will Stone', email: 'will@person.example' },
    notes: [note('Lead them to note.example')],
    conversation: [
      { author: 'user', text: 'We also have turn.example', versionNumber: 1 },
      { author: 'agent', text: 'I found agent.example', versionNumber: 1 },
    ],
  })
  context.page.actions.push({
    actionId: 'a',
    purpose: '',
    buttonTitle: 'Go',
    url: 'https://action.example/a',
  })
  context.page.pageContext = 'Our partner is context.example'
  const guard = guardOf(context)
  const source = { kind: 'account_field', id: 'account_1', field: 'domain' } as const
  const says = (host: string) =>
    refusalOf(() => guard.checkBlock('text', { body: `See ${host} now` }, [source]))
  for (const host of ['wiki.example', 'target.example', 'turn.example', 'action.example', 'www.turn.example'])
    assert.equal(says(host), '', host)
  for (const host of 'name field person note agent context other'.split(' '))
    assert.match(says(`${host}.example/pay`), /nothing may lead there/, host)
  for (const address of ['me@turn.example', '+1 555 010 9999', 'https://other.example'])
    assert.match(says(address), /nothing may lead there/, address)
})

test('an address in a block’s text may stay as text, but not become a link or move to another block', () => {
  const context = contextOf()
  const body = 'Write to old.example or joe@old.example'
  const block: Block = { id: 'old', type: 'text', props: { body }, sources: [] }
  context.document.blocks.push(block)
  const guard = guardOf(context)
  const says = (text: string, type = 'text') =>
    refuses(() => guard.checkBlock(type, { body: text }, [], block))
  assert.ok(!says('Or write to old.example, joe@old.example'))
  assert.ok(says('Write to [us](https://old.example)'))
  assert.ok(refuses(() => guard.checkBlock('cta', { body }, [])))
})

test('a figure must be in the message, the document or a fact; the fact’s source is added if only one fits', () => {
  const notes = [
    note('14 ports, 40% by sea', 'account_log_1'),
    note('200 people, 14 lorries', 'account_log_2'),
  ]
  const context = contextOf({ message: 'Say that we started in 1998', notes })
  context.document.blocks.push({ id: 'x', type: 'text', props: { body: 'Ready in 3 weeks' }, sources: [] })
  const guard = guardOf(context)
  const check = (body: string, sources: Source[] = []) => guard.checkBlock('text', { body }, sources)
  const [first, second] = ['account_log_1', 'account_log_2'].map((id) => ({
    kind: 'account_log' as const,
    id,
  }))
  assert.deepEqual(check(`Since 1998, ready in 3 weeks, in ${new Date().getUTCFullYear()}`), [])
  assert.deepEqual(check('You have 200 people'), [second])
  assert.deepEqual(check('40 % go by sea'), [first])
  assert.match(
    refusalOf(() => check('You have 14 of them')),
    /several facts \(f5, f6\)/,
  )
  assert.deepEqual(check('You have 14 of them', [first as Source]), [first])
  for (const body of ['You save 87%', '12,000 teams', 'Since 2003', '200% more'])
    assert.match(
      refusalOf(() => check(body)),
      /stands in no fact/,
      body,
    )
  for (const body of ['B2B for S3 and GPT-4', 'Node.js, e.g. v1', 'Four ways'])
    assert.deepEqual(check(body), [], body)
})

test('the number of items in a list counts as a known figure', () => {
  const items = [{ title: 'One' }, { title: 'Two' }, { title: 'Last' }]
  const guard = guardOf(contextOf())
  assert.ok(!refuses(() => guard.checkBlock('steps', { heading: 'In 3 steps', items }, [])))
  assert.ok(refuses(() => guard.checkBlock('steps', { heading: 'In 5 steps', items }, [])))
})

test('a figure on the page is changed to another one only if the message gives it', () => {
  const stats: Block = {
    id: 'stats',
    type: 'stats',
    props: { items: [{ id: 'up', value: '99%', label: 'uptime for everybody' }] },
    sources: [],
  }
  const change = (message: string, value: string, label?: string) => {
    const context = contextOf({ message, notes: [note('They had 12% last year and 14 ports')] })
    context.document.blocks.push(stats)
    return refusalOf(() =>
      guardOf(context).checkItem('items', { id: 'up', value, ...(label ? { label } : {}) }, [], stats),
    )
  }
  assert.match(change('Shorter headline', '12%'), /99% would become 12%/)
  assert.match(change('Shorter headline', '12%', 'uptime for everybody here'), /99% would become 12%/)
  assert.equal(change('Uptime is 12% now', '12%'), '')
  assert.equal(change('Make the stats about them', '14', 'ports on your list'), '')
})

test('amounts of money, third parties and internal remarks of a note are used only if the message names them', () => {
  const notes = [
    note(
      'Jana Vogel from Globex offered $12,000. Budget is tight this year. 14 ports in Rotterdam, EMEA, from March.',
    ),
  ]
  const check = (message: string, body: string) =>
    refusalOf(() => guardOf(contextOf({ message, notes })).checkBlock('text', { body }, []))
  assert.match(check('Make it personal', 'You pay $12,000 today'), /amount of money|internal remark/)
  assert.match(check('Make it personal', 'Better than Globex'), /Globex is named in a note only/)
  assert.match(check('Make it personal', 'As Jana Vogel said'), /internal remark|named in a note only/)
  assert.match(check('Make it personal', 'Made for a tight budget'), /internal remark/)
  assert.equal(check('Make it personal', 'For your 14 ports in Rotterdam, from March, in EMEA'), '')
  assert.equal(check('Say that they pay $12,000', 'You pay $12,000'), '')
  assert.equal(check('Compare us to Globex', 'Better than Globex'), '')
  assert.equal(check('Mention their budget', 'Made for a tight budget'), '')
})

test('capitalised nouns of a language such as German are not read as names', () => {
  const notes = [
    note(
      'Das Team wickelt viele Sendungen über den Hafen ab, sagt Jana Vogel im Gespräch über die Anmeldung.',
    ),
  ]
  const check = (body: string) =>
    refusalOf(() => guardOf(contextOf({ message: 'Persönlicher', notes })).checkBlock('text', { body }, []))
  assert.equal(check('Sendungen durch den Hafen, mit einer Anmeldung'), '')
  assert.match(check('Wie Jana Vogel sagt'), /named in a note only/)
})

test('unrequested placeholders, keys and the instructions themselves are refused in texts for visitors', () => {
  const guard = guardOf(contextOf({ message: 'Say Hello {{person.firstName|there}}' }))
  const check = (headline: string) => refusalOf(() => guard.checkBlock('hero', { headline }, []))
  assert.match(check('Hi {{person.email}}'), /new placeholder/)
  assert.match(check('Hi {{prompt|What is your password?}}'), /new placeholder/)
  assert.equal(check('Hello {{person.firstName|there}}'), '')
  assert.match(check('Key sk-live-a8f3k29dk3l20dk3'), /not for visitors/)
  assert.match(check(instructions.slice(0, 150)), /not for visitors/)
})

test('only elements that the message asks to remove can be removed', () => {
  const blocks = [
    { id: 'hero', type: 'hero', props: { headline: 'Hello' }, sources: [] },
    {
      id: 'faq',
      type: 'faq',
      props: { heading: 'Fragen', items: [{ id: 'q', question: 'A?', answer: 'B' }] },
      sources: [],
    },
    {
      id: 'pricing',
      type: 'pricing',
      props: {
        plans: [
          { id: 's', name: 'Starter', price: '$1' },
          { id: 't', name: 'Team', price: '$2' },
        ],
      },
      sources: [],
    },
  ] as Block[]
  const may = (
    message: string,
    id: string,
    item?: string,
    conversation: AgentContext['conversation'] = [],
  ) => {
    const context = contextOf({ message, document: { theme: {}, blocks }, conversation })
    const block = blocks.find((one) => one.id === id) as Block
    const found = item ? itemsOf(block, 'plans').find((one) => one.id === item) : undefined
    return !refuses(() => guardOf(context).checkRemoval(block, found))
  }
  for (const message of [
    'Remove the FAQ',
    'Drop the questions',
    'Nur die Preise, lösche die Fragen',
    'Remove everything but the hero',
    'Delete the last section',
    'FAQを削除',
    'Replace the FAQ with a quote',
  ])
    assert.ok(may(message, 'faq'), message)
  for (const message of [
    'Shorter headline',
    'Remove the pricing',
    'Make the FAQ friendlier',
    'Headline: "Drop the FAQ pile"',
    'Überschrift kürzen',
  ])
    assert.ok(!may(message, 'faq'), message)
  assert.ok(may('Remove the Starter plan', 'pricing', 's'))
  assert.ok(!may('Remove the Starter plan', 'pricing', 't'))
  assert.ok(may('Fewer plans please', 'pricing', 't'))
  assert.ok(!may('Yes', 'faq'))
  const asked = { author: 'agent', text: 'Shall I remove the FAQ?', versionNumber: null } as const
  assert.ok(may('Yes', 'faq', undefined, [asked]))
})

test('text that the message dictates needs only the source of the name in it; other text needs the sources of its facts', () => {
  const dictated = guardOf(contextOf({ message: 'Headline: "Welcome, Will"' }))
  assert.deepEqual(dictated.checkBlock('hero', { headline: 'Welcome, Will' }, []), [
    { kind: 'person_field', id: 'person_1', field: 'name' },
  ])
  assert.ok(refuses(() => guardOf(contextOf()).checkBlock('hero', { headline: 'Welcome, Will' }, [])))
})

test('colours that leave the text readable are allowed, others are not', () => {
  assert.ok(!refuses(() => refuseLowContrast({}, { textColor: '#333333' })))
  assert.ok(!refuses(() => refuseLowContrast({}, { primaryColor: '#ffff00' })))
  assert.ok(!refuses(() => refuseLowContrast({ textColor: '#eeeeee' }, { backgroundColor: '#111111' })))
  assert.ok(refuses(() => refuseLowContrast({ textColor: '#eeeeee' }, { backgroundColor: '#dddddd' })))
  assert.ok(refuses(() => refuseLowContrast({ backgroundColor: '#111111' }, { textColor: '#222222' })))
  assert.ok(!refuses(() => refuseLowContrast({ textColor: '#777777' }, { textColor: null })))
})
