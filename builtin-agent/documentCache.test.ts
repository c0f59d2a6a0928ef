import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '../document/index.ts'
import { builtinAgent } from './builtin.ts'
import { cached } from './documentCache.ts'
import { collect } from './evaluation/inProcess.ts'
import { context, pageCalled } from './evaluation/marked.ts'
import { openPage } from './page.ts'

const copy = () => structuredClone(pageCalled('main').document)
/** A page that is in no cache. */
function changed(words: string): Document {
  const document = copy()
  const hero = document.blocks[0] as { props: { headline: string } }
  hero.props.headline = words
  return document
}

test('equal documents and equal blocks share one object and its nodes', () => {
  const first = cached(copy())
  assert.deepEqual(first, copy())
  assert.equal(cached(copy()), first)
  assert.equal(openPage({ ...context, document: first }, first).nodes, openPage(context, first).nodes)

  const next = cached(changed('Another headline'))
  assert.deepEqual(next, changed('Another headline'))
  assert.notEqual(next.blocks[0], first.blocks[0])
  assert.deepEqual(
    next.blocks.slice(1).map((block, at) => block === first.blocks[at + 1]),
    next.blocks.slice(1).map(() => true),
  )
  const nodesIn = (document: Document) =>
    openPage(context, document).nodes.filter(({ block }) => block && block.id !== 'hero')
  assert.ok(nodesIn(first).every((node) => nodesIn(next).includes(node)))
})

test('pages with equal content keep their own metadata', () => {
  const document = cached(copy())
  const titleOn = (title: string) =>
    openPage({ ...context, page: { ...context.page, metadata: { title } } }, document).nodes.find(
      ({ key }) => key === 'meta/title',
    )?.value
  assert.deepEqual([titleOn('One'), titleOn('Two')], ['One', 'Two'])
})

test('a message does not change the cached page for the next one', async () => {
  const document = copy()
  const say = (message: string) => collect(builtinAgent, { ...context, document: copy(), message })
  const messages = ['Remove the FAQ', 'Change the headline to “Faster together”', 'Make Starter $99']
  const first = []
  for (const message of messages) first.push(await say(message))
  for (const [at, message] of messages.entries()) assert.deepEqual(await say(message), first[at])
  assert.deepEqual(cached(copy()), document)
  const shared = cached(copy()) as any
  assert.throws(() => {
    shared.blocks[0].props.headline = 'Other words'
  }, TypeError)
  assert.throws(() => shared.blocks.push(shared.blocks[0]), TypeError)
})

test('documents that were not used recently are dropped', () => {
  const first = cached(copy())
  const size = JSON.stringify(first).length
  for (let nth = 0; nth < 100_000 / size + 1; nth++) cached(changed(`Headline ${nth}`))
  assert.notEqual(cached(copy()), first)
})
