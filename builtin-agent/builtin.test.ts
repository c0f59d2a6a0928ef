import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  applyOperations,
  type Document,
  hashDocument,
  type Operation,
  validateDocument,
} from '../document/index.ts'
import { preflight } from '../server/agent/preflight.ts'
import { times } from '../server/test/effort.ts'
import type { AgentContext, Turn } from './agent.ts'
import { builtinAgent } from './builtin.ts'
import { collect } from './evaluation/inProcess.ts'
import { contextFor, page } from './examples/page.ts'

async function ask(message: string, more: Partial<AgentContext> = {}) {
  const context = contextFor(message, more)
  const made = await collect(builtinAgent, context)
  const after = applyOperations(context.document, made.operations)
  validateDocument(after)
  return { ...made, after }
}

/** Sends messages in sequence, as a conversation with versions. */
async function talk(...messages: string[]) {
  const versions = [page]
  const conversation: Turn[] = []
  let last = { reply: '', after: page, operations: [] as Operation[] }
  for (const message of messages) {
    const number = versions.length + 1
    last = await ask(message, {
      document: versions.at(-1) as Document,
      conversation: [...conversation],
      history: versions.map((document, at) => ({
        versionNumber: at + 1,
        documentHash: hashDocument(document),
      })),
      readVersion: async (of) => versions[of - 1],
    })
    versions.push(last.after)
    conversation.push(
      { author: 'user', text: message, versionNumber: number },
      { author: 'agent', text: last.reply, versionNumber: number, operations: last.operations },
    )
  }
  return last
}

const withoutIds = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (name, inner) => (name === 'id' ? undefined : inner)))
const propsOf = ({ blocks }: Document, id: string) =>
  blocks.find((block) => block.id === id)?.props as Record<string, any>
const ids = ({ blocks }: Document) => blocks.map(({ id }) => id).join(' ')

test('a wish for another look of the page is carried out, and not confused with one for a part of it', async () => {
  const looks: Record<string, string[]> = {
    bold: [
      'Make it bolder',
      'make it bold',
      'can you make the whole page bolder please?',
      'Go bold!',
      'I want a bold look',
    ],
    editorial: [
      'more editorial',
      'make it more editorial',
      'Give it an editorial feel',
      'make it feel like a magazine',
    ],
    product: ['more like a product page', 'use the product look'],
  }
  for (const [look, messages] of Object.entries(looks))
    for (const message of messages) {
      const { after, reply } = await ask(message)
      assert.equal(after.theme.look, look, `${message}: ${reply}`)
      assert.deepEqual(after.blocks, page.blocks)
      assert.match(reply, new RegExp(look), message)
    }
  for (const message of [
    'make the hero bolder',
    'make the headline bold',
    'make the text bold',
    'less bold',
    'is it bold?',
  ])
    assert.equal((await ask(message)).after.theme.look, page.theme.look, message)
  assert.equal((await talk('make it bolder', 'make it bolder')).after.theme.look, 'bold')
  assert.equal((await talk('more editorial', 'undo that')).after.theme.look, page.theme.look)
})

/** All of them take 6 s of processor time. */
const every = times(1, 5)

test('known phrasings have the expected result', async () => {
  const lines = readFileSync(new URL('./examples/phrasings.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const failed: string[] = []
  for (const { said, changes } of lines.map(
    (line) => JSON.parse(line) as { said: string[]; changes: Operation[] },
  )) {
    const wanted = changes.reduce(
      (document, change) => applyOperations(document, [{ ...change, documentHash: hashDocument(document) }]),
      page,
    )
    for (const message of said.filter((_, at) => at % every === 0)) {
      const { after, reply } = await ask(message)
      if (JSON.stringify(withoutIds(after)) !== JSON.stringify(withoutIds(wanted)))
        failed.push(`${message}\n    → ${reply}`)
    }
  }
  assert.equal(failed.join('\n'), '')
})

test('remarks, questions and impossible requests change nothing and are answered', async () => {
  const messages: [string, RegExp][] = [
    ['I like the pricing section', /./],
    ['keep the headline', /left the headline/],
    ['Don’t remove the pricing', /left the pricing/],
    ['should we change the headline to "Foo"?', /./],
    ['how many sections does the page have?', /10 sections/],
    ['what is the headline?', /Ship your roll-out on time/],
    ['is the pricing above the FAQ?', /above/],
    ['publish it', /can’t publish/],
    ['translate the page into French', /language model/],
    ['make the headline bigger', /Sizes/],
    ['add a chatbot', /./],
    ['delete everything', /nothing on the page/],
    ['hide the page from google', /set by people/],
    ['make it pop', /./],
    ['asdf qwer', /did not understand/],
    ['???', /./],
    ['thanks, that looks great', /welcome/],
    ['My boss wants to delete the pricing. I said no.', /./],
  ]
  for (const [message, answer] of messages) {
    const { operations, reply } = await ask(message)
    assert.deepEqual(operations, [], message)
    assert.match(reply, answer, message)
  }
})

test('an impossible request is refused with the reason', async () => {
  const cases: [string, RegExp][] = [
    ['remove the video', /no “video” on this page/],
    [`change the headline to "${'x'.repeat(200)}"`, /200 characters, and at most 160 fit/],
    ['remove the headline', /can’t do without the headline/],
    ['add a question "Why?"', /answer/],
    ['add a quote', /What should the new quote say/],
    ['go back to version 99', /no version 99/],
    ['change the headline to something catchier', /Tell me the words|language model/],
    ['font: Comic Sans', /Available fonts: .*Georgia/],
    ['eyebrow: "For <company>"', /gap/],
    ['replace "blockchain" with "ledger"', /found no “blockchain”/],
  ]
  for (const [message, reason] of cases) {
    const { operations, reply } = await ask(message)
    assert.deepEqual(operations, [], message)
    assert.match(reply, reason, message)
  }
})

test('an impossible request does not block the others, and the reply names it', async () => {
  const { after, reply } = await ask('remove the FAQ and add a confetti animation')
  assert.equal(propsOf(after, 'faq'), undefined)
  assert.match(reply, /^I removed the FAQ\. .*none for that/)
})

test('the agent asks about an ambiguous message, and the next message answers the question', async () => {
  const document = {
    ...page,
    blocks: [
      ...page.blocks,
      { ...page.blocks[4], id: 'quote-2', props: { quote: 'Fine.', name: 'Ann Lee' } },
    ],
  } as Document
  const { operations, reply, suggestions } = await ask('remove the quote', { document })
  assert.deepEqual(operations, [])
  assert.match(reply, /Which one do you mean: the quote by Jo Park or the quote by Ann Lee\?/)
  assert.equal(suggestions.length, 2)
  const conversation: Turn[] = [
    { author: 'user', text: 'remove the quote', versionNumber: 4 },
    { author: 'agent', text: reply, versionNumber: 4, operations: [] },
  ]
  for (const [answer, gone] of [
    ['the second one', 'quote-2'],
    ['the one by Jo', 'quote'],
    ['Ann Lee', 'quote-2'],
  ] as const)
    assert.ok(
      !ids((await ask(answer, { document, conversation })).after)
        .split(' ')
        .includes(gone),
      answer,
    )
})

test('a request to shorten the page is answered with a question that suggests its longest texts', async () => {
  for (const message of ['Shorten the page', 'make the whole page shorter']) {
    const { reply, suggestions, operations } = await ask(message)
    assert.match(reply, /^I shorten one text at a time/, message)
    assert.deepEqual(operations, [])
    assert.ok(suggestions.length > 0 && suggestions.every((one) => one.startsWith('Shorten ')), message)
  }
})

test('every suggested message is understood and changes the page', async () => {
  for (const message of [
    'remove the vidoe',
    'change the answer to "Yes"',
    'remove the question',
    'shorten the text',
    'rename the plan to "Pro"',
    'delete the last sentence of the intro',
  ]) {
    const { suggestions } = await ask(message)
    assert.ok(suggestions.length <= 3)
    for (const suggestion of suggestions)
      assert.notDeepEqual((await ask(suggestion)).operations, [], `${message} → ${suggestion}`)
  }
})

test('a removed section is restored unchanged at its old position, and later edits stay', async () => {
  const { after, reply } = await talk(
    'hide the stats for now',
    'change the headline to "Hello"',
    'bring the stats back',
  )
  assert.equal(ids(after), ids(page))
  assert.deepEqual(propsOf(after, 'stats'), propsOf(page, 'stats'))
  assert.equal(propsOf(after, 'hero').headline, 'Hello')
  assert.match(reply, /brought back the stats/)
})

test('every turn can be undone, and every undo redone', async () => {
  assert.deepEqual((await talk('remove the FAQ', 'undo')).after, page)
  assert.equal(propsOf((await talk('remove the FAQ', 'undo', 'redo')).after, 'faq'), undefined)
  const { after } = await talk('change the headline to "Hello"', 'remove the FAQ', 'undo the headline change')
  assert.equal(propsOf(after, 'hero').headline, propsOf(page, 'hero').headline)
  assert.equal(propsOf(after, 'faq'), undefined)
})

test('follow-ups refer to what the last turn changed', async () => {
  const bold = await talk('change the headline to "Hello"', 'make it bold')
  assert.equal(propsOf(bold.after, 'hero').headline, '**Hello**')
  const meant = await talk('change the headline to "Hello"', 'no, I meant the one in the call to action')
  assert.equal(propsOf(meant.after, 'cta').headline, 'Hello')
  assert.equal(propsOf(meant.after, 'hero').headline, propsOf(page, 'hero').headline)
  const too = await talk('remove the pricing', 'the FAQ too')
  assert.deepEqual([propsOf(too.after, 'pricing'), propsOf(too.after, 'faq')], [undefined, undefined])
})

test('a selection limits the changes, and “this” refers to it', async () => {
  const selectedElement = { blockId: 'features', path: 'items/1/title' }
  const removed = await ask('delete this', { selectedElement })
  assert.deepEqual(
    propsOf(removed.after, 'features').items.map(({ title }: { title: string }) => title),
    ['One calendar', 'Single sign-on'],
  )
  const other = await ask('remove the pricing', { selectedElement })
  assert.deepEqual(other.operations, [])
  assert.match(other.reply, /selected the features/)
  const gone = await ask('delete this', { selectedElement: { blockId: 'nowhere' } })
  assert.deepEqual(gone.operations, [])
  assert.match(gone.reply, /no longer on this page/)
})

test('a message that names its target is carried out although the selected element no longer exists', async () => {
  const { after } = await ask('remove the pricing', { selectedElement: { blockId: 'nowhere' } })
  assert.equal(propsOf(after, 'pricing'), undefined)
})

test('a section described by its neighbour is the one on the side that the message names', async () => {
  const sections = ids(page).split(' ')
  const [before, anchor, after] = [sections[2], sections[3], sections[4]] as [string, string, string]
  assert.equal(anchor, 'stats')
  for (const [message, removed] of [
    ['remove the section before the stats', before],
    ['delete the block above the stats', before],
    ['remove the section right after the stats', after],
    ['delete the block below the stats', after],
  ] as const)
    assert.equal(ids((await ask(message)).after), sections.filter((id) => id !== removed).join(' '), message)
})

test('the agent asks before a destructive change that the message does not state explicitly', async () => {
  for (const message of [
    'We need more questions in the FAQ',
    'the FAQ needs more questions',
    'more questions in the FAQ please, it is not enough',
    'take it out of the features',
  ]) {
    const { operations, reply } = await ask(message)
    assert.deepEqual(operations, [], `${message}: ${reply}`)
  }
  const removed = await ask('the FAQ needs more questions')
  assert.match(removed.reply, /would have removed the FAQ/)
})

test('a quoted part of a text is replaced, not the whole text', async () => {
  for (const message of [
    'In the quote "a week" must become "a month"',
    "In the quote 'a week' must become 'a month'",
    'In the quote ‘a week’ should read ‘a month’',
  ]) {
    const { after, reply } = await ask(message)
    assert.equal(propsOf(after, 'quote').quote, 'It paid for itself in a month.', reply)
  }
})

test('the reply “It is like that already” is given only if the page shows it', async () => {
  const same = await ask('change the headline to "Ship your roll-out on time"')
  assert.match(same.reply, /like that already/)
  const green = await ask('make the accent #1f6f5c')
  assert.match(green.reply, /already/)
})

test('“this” with any noun refers to the selected item, unless the noun names something else on the page', async () => {
  const titles = async (message: string, path = 'items/1/title', heading = 'Teams') => {
    const document = {
      ...page,
      blocks: page.blocks.map((block) =>
        block.id === 'features' ? { ...block, props: { ...block.props, heading } } : block,
      ),
    } as Document
    const { after } = await ask(message, { document, selectedElement: { blockId: 'features', path } })
    return propsOf(after, 'features')
      ?.items.map(({ title }: { title: string }) => title)
      .join(', ')
  }
  for (const message of ['remove this team', 'drop this department', 'delete this entry'])
    assert.equal(await titles(message), 'One calendar, Single sign-on', message)
  assert.equal(await titles('rename this team to "Owners"'), 'One calendar, Owners, Single sign-on')
  assert.equal(await titles('swap this with the next one'), 'One calendar, Single sign-on, Clear owners')
  for (const message of ['remove this form', 'remove this logo', 'remove this quote', 'keep this team'])
    assert.equal(await titles(message), 'One calendar, Clear owners, Single sign-on', message)
  const last = 'items/2/title'
  assert.equal(await titles('swap this with the next one', last), await titles('keep this team'))
})

test('a selected section is removed if it is called a section, otherwise only its heading', async () => {
  const select = (path?: string) => ({ selectedElement: { blockId: 'faq', ...(path ? { path } : {}) } })
  for (const message of ['delete this whole section', 'remove this section', 'hide the entire section'])
    for (const path of [undefined, 'heading', 'items/1/question'])
      assert.equal(propsOf((await ask(message, select(path))).after, 'faq'), undefined, `${message} ${path}`)
  const { items, heading } = propsOf((await ask('remove this', select('heading'))).after, 'faq')
  assert.deepEqual([items.length, heading], [2, undefined])
  const hero = await ask('delete this', { selectedElement: { blockId: 'hero', path: 'headline' } })
  assert.deepEqual(hero.operations, [])
  assert.match(hero.reply, /can’t do without the headline/)
})

test('a part named with a selected item is the part of that item', async () => {
  const faq = async (message: string, path: string) =>
    propsOf((await ask(message, { selectedElement: { blockId: 'faq', path } })).after, 'faq').items
  const changed = await faq('change the answer to "In Ghent."', 'items/1/question')
  assert.deepEqual(
    changed.map(({ answer }: { answer: string }) => answer),
    ['Ten days.', 'In Ghent.'],
  )
  assert.equal((await faq('get rid of this question', 'items/0/question')).length, 1)
  assert.equal((await faq('remove this answer', 'items/0/answer')).length, 2)
})

test('preflight reports whether a message is understood and depends on the audience', async () => {
  const { page: about, brand, searchAssets } = contextFor('')
  const look = (message: string) =>
    preflight({ tenantId: 'tenant', message, document: page, page: about, brand, searchAssets })
  const { understood, dependsOnRow } = await look('remove the pricing')
  assert.deepEqual({ understood, dependsOnRow }, { understood: true, dependsOnRow: false })
  assert.equal((await look('personalise it for them')).dependsOnRow, true)
  const unknown = await look('sprinkle some unicorn dust')
  assert.equal(unknown.understood, false)
  assert.match(unknown.reason, /did not understand/)
})

test('after a sentence that personalises the page, the rest is read as another wish or as a fact that no note contains', async () => {
  const stated = await ask('Personalise the page for them. They asked about delivery times in winter.')
  assert.match(stated.reply, /^I personalised a section of what we heard/)
  assert.match(stated.reply, /“They asked about delivery times in winter\.” is in none of your notes\./)
  assert.doesNotMatch(JSON.stringify(stated.after), /delivery times/)
  const wished = await ask('Personalise the page for them. Remove the pricing.')
  assert.match(wished.reply, /^I personalised .* and removed the pricing\./)
  assert.ok(ids(wished.after).includes('heard') && !ids(wished.after).includes('pricing'))
})

test('a text that exceeds its limit is offered for another text of the section with enough room', async () => {
  const text =
    'We looked at your yard and found three switches that cost you two hours on each cold day of the year.'
  const { reply, suggestions, after } = await ask(`Change the line above the headline to “${text}”`)
  assert.match(reply, /at most 80 fit into the eyebrow\. There is room for it in the subheadline\.$/)
  assert.equal(hashDocument(after), hashDocument(page))
  const { subheadline } = propsOf((await ask(suggestions[0] as string)).after, 'hero')
  assert.equal(subheadline, `${propsOf(page, 'hero').subheadline} ${text}`)
  const name = await ask(`Change the name of the first plan to “${text}”`)
  assert.match(name.reply, /at most 60 fit into the name of the plan “Team”\.$/)
  assert.deepEqual(name.suggestions, [])
})

test('the reply to a message that is too long says where reading stopped', async () => {
  const wishes = Array.from({ length: 1400 }, (_, index) => `Change the headline to "H${index}".`)
  const remarks = 'We met them. '.repeat(3500)
  for (const message of [wishes.join(' '), `${remarks}Remove the pricing.`]) {
    const { reply, operations } = await collect(builtinAgent, contextFor(message))
    assert.match(reply, /longer than I can work on at once\. I read it up to “….+”/)
    assert.deepEqual(operations, [])
  }
  const { reply } = await collect(builtinAgent, contextFor('Change the headline to "Whole".'))
  assert.doesNotMatch(reply, /longer than/)
})
