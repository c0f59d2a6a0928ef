import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block } from '../../../document/index.ts'
import type { AgentContext } from '../agent.ts'
import { Refusal } from '../refusal.ts'
import { Facts } from './facts.ts'
import { Guard } from './guard.ts'
import { findName, namesOf } from './names.ts'

function contextOf(more: Partial<AgentContext> = {}): AgentContext {
  const blocks = [
    { id: 'hero', type: 'hero', props: { headline: 'Hello' }, sources: [] },
    { id: 'pricing', type: 'text', props: { body: 'Write to sales@us.example' }, sources: [] },
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
  return new Guard(context, new Facts(context))
}

function refuses(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return true
  }
}

test('names are found as names, by their capitals, not as words', () => {
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

test('a host that a visitor’s name brought onto the page is not trusted, one that the company wrote is', () => {
  const link = (to: string) => ({ primaryAction: { label: 'Go', link: to } })
  const context = contextOf({
    person: { personId: 'person_1', name: 'evil.example', email: 'me@bad.example' },
    message: 'Lead them to good.example/demo',
  })
  context.document.blocks.push(
    { id: 'a', type: 'text', props: { body: 'For evil.example, at me@bad.example' }, sources: [] },
    { id: 'b', type: 'text', props: { body: 'More at [ours](https://ours.example/a)' }, sources: [] },
  )
  const guard = guardOf(context)
  for (const to of [
    'https://evil.example/',
    'https://www.evil.example/x',
    'https://bad.example',
    'mailto:me@bad.example',
  ])
    assert.ok(
      refuses(() => guard.checkBlock(link(to), [])),
      to,
    )
  for (const to of ['https://good.example/demo', 'https://ours.example/', 'mailto:sales@us.example'])
    assert.ok(!refuses(() => guard.checkBlock(link(to), [])), to)
})

test('a mailto: link carries a subject and a body, nothing that copies it elsewhere', () => {
  const guard = guardOf(contextOf())
  const link = (query: string) => ({
    primaryAction: { label: 'Mail', link: `mailto:sales@us.example${query}` },
  })
  for (const query of ['', '?subject=Hi', '?subject=Hi&body=There', '?SUBJECT=Hi'])
    assert.ok(!refuses(() => guard.checkBlock(link(query), [])), query)
  for (const query of ['?cc=a@b.example', '?subject=x&bcc=a@b.example', '?to=a@b.example', '?attach=x'])
    assert.ok(
      refuses(() => guard.checkBlock(link(query), [])),
      query,
    )
})

test('a link to a block of the page is allowed, in buttons and texts', () => {
  const guard = guardOf(contextOf())
  const button = (link: string) => ({ primaryAction: { label: 'Prices', link } })
  assert.ok(!refuses(() => guard.checkBlock(button('#pricing'), [])))
  assert.ok(!refuses(() => guard.checkBlock({ headline: 'See [prices](#pricing)' }, [])))
  assert.ok(refuses(() => guard.checkBlock(button('#team'), [])))
  assert.ok(refuses(() => guard.checkBlock({ headline: 'See [us](#team)' }, [])))
})

test('text that the message dictates rests on the name in it; any other needs its facts', () => {
  const dictated = guardOf(contextOf({ message: 'Headline: "Welcome, Will"' }))
  assert.deepEqual(dictated.checkBlock({ headline: 'Welcome, Will' }, []), [
    { kind: 'person_field', id: 'person_1', field: 'name' },
  ])
  assert.ok(refuses(() => guardOf(contextOf()).checkBlock({ headline: 'Welcome, Will' }, [])))
})

test('colours that leave the text readable are allowed, others are not', () => {
  const guard = guardOf(contextOf())
  assert.ok(!refuses(() => guard.checkContrast({}, { textColor: '#333333' })))
  assert.ok(!refuses(() => guard.checkContrast({}, { primaryColor: '#ffff00' })))
  assert.ok(!refuses(() => guard.checkContrast({ textColor: '#eeeeee' }, { backgroundColor: '#111111' })))
  assert.ok(refuses(() => guard.checkContrast({ textColor: '#eeeeee' }, { backgroundColor: '#dddddd' })))
  assert.ok(refuses(() => guard.checkContrast({ backgroundColor: '#111111' }, { textColor: '#222222' })))
  assert.ok(!refuses(() => guard.checkContrast({ textColor: '#777777' }, { textColor: null })))
})
