import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '../document/index.ts'
import { findUnsaid } from './destruction.ts'
import { page } from './examples/page.ts'

const without = (id: string): Document => ({
  ...page,
  blocks: page.blocks.filter((block) => block.id !== id),
})

function withProps(id: string, props: object): Document {
  const blocks = page.blocks.map((block) =>
    block.id === id ? { ...block, props: { ...block.props, ...props } } : block,
  )
  return { ...page, blocks } as Document
}

test('a section is removed only if the message asks for a removal', () => {
  assert.equal(findUnsaid('remove the pricing', page, without('pricing')), undefined)
  assert.equal(findUnsaid('We don’t need the pricing', page, without('pricing')), undefined)
  for (const message of [
    'the pricing looks great',
    'the pricing needs another plan',
    'not enough, more plans',
  ])
    assert.equal(findUnsaid(message, page, without('pricing'))?.kind, 'removal', message)
  for (const message of ['take it out of the pricing', 'remove the discount from the pricing'])
    assert.equal(findUnsaid(message, page, without('pricing'))?.kind, 'removal', message)
})

test('a text is not replaced by a part of itself, nor as a whole if the message quotes a part of it', () => {
  const part = withProps('quote', { quote: 'in a week' })
  assert.equal(findUnsaid('the quote is nice', page, part)?.kind, 'part')
  assert.equal(findUnsaid('shorten the quote', page, part), undefined)
  const whole = withProps('quote', { quote: 'a month' })
  assert.deepEqual(findUnsaid('in the quote “a week” must become “a month”', page, whole), {
    kind: 'part',
    quoted: 'a week',
    value: 'a month',
    blockIds: ['quote'],
  })
  assert.equal(findUnsaid('the quote that ends with “a week.” becomes “a month”', page, whole), undefined)
})

test('a wish about the whole page does not change the word “page” in a text', () => {
  const [before, after] = ['See page 22.', 'See darker 22.'].map((quote) =>
    withProps('quote', { quote }),
  ) as [typeof page, typeof page]
  assert.equal(findUnsaid('remove the faq and make the page darker', before, after)?.kind, 'part')
  assert.equal(findUnsaid('replace “page” with “darker”', before, after), undefined)
})

test('three objects change only if the message mentions several', () => {
  const features = page.blocks.find(({ id }) => id === 'features') as { props: object }
  const { items } = features.props as { items: { title: string }[] }
  const changed = withProps('features', { items: items.map((item) => ({ ...item, title: 'New' })) })
  assert.equal(findUnsaid('the features look new to me', page, changed)?.kind, 'many')
  assert.equal(findUnsaid('call all features New', page, changed), undefined)
  assert.equal(
    findUnsaid('One calendar, Clear owners and Single sign-on become New', page, changed),
    undefined,
  )
})
