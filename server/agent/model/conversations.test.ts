import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../../test/conversation.ts'
import { makeRichAudience, richDocument } from '../../test/modelPage.ts'
import { openModelServer, type Turn } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'

/*
 * Ten conversations as language models hold them: several tools at once, calls that fail and are mended, questions,
 * follow-ups, undo. Only the model's side is scripted; everything else is real.
 */

const model = openModelServer()

type Call = NonNullable<Turn['calls']>[0]
type Message = {
  message: string
  turns: Turn[]
  /** What must be true of the page afterwards, block by id. */
  page?: (blocks: Record<string, any>, document: any) => void
  answer: RegExp
  outcome?: string
  /** What the model must have been answered, in any of its later calls. */
  told?: RegExp[]
  selectedElement?: object
}

const call = (name: string, input: object): Call => ({ name, input })
const reply = (text: string, suggestions?: string[]): Call =>
  call('reply', { text, ...(suggestions ? { suggestions } : {}) })
const names = (items: any[], field = 'name') => items.map((item) => item[field])

const conversations: Record<string, Message[]> = {
  'two edits and a removal in one step, then a follow-up': [
    {
      message: 'Headline to "Clear in three hours", the Team plan costs $349 now, and drop the quote',
      turns: [
        {
          calls: [
            call('updateBlock', { blockId: 'hero', props: { headline: 'Clear in three hours' } }),
            call('updateItem', {
              blockId: 'pricing',
              list: 'plans',
              itemId: 'team',
              props: { price: '$349' },
            }),
            call('removeBlock', { blockId: 'quote' }),
            reply(
              'The headline is “Clear in three hours”, Team went from $299 to $349, and the quote is gone.',
            ),
          ],
        },
      ],
      page: ({ hero, pricing, quote }) => {
        assert.equal(hero.props.headline, 'Clear in three hours')
        assert.deepEqual(names(pricing.props.plans, 'price'), ['$99', '$349', 'Let’s talk'])
        assert.equal(quote, undefined)
      },
      answer: /Team went from \$299 to \$349/,
    },
    {
      message: 'And the Starter one $129',
      turns: [
        {
          text: ['Starter went from $99 to $129.'],
          calls: [
            call('updateItem', {
              blockId: 'pricing',
              list: 'plans',
              itemId: 'starter',
              props: { price: '$129' },
            }),
          ],
        },
      ],
      page: ({ pricing }) =>
        assert.deepEqual(names(pricing.props.plans, 'price'), ['$129', '$349', 'Let’s talk']),
      answer: /^Starter went from \$99 to \$129\.$/,
    },
  ],
  'one plan in a list changes that plan, and no other is lost': [
    {
      message: 'Make Fleet cost $999',
      turns: [
        {
          calls: [
            call('updateBlock', { blockId: 'pricing', props: { plans: [{ name: 'Fleet', price: '$999' }] } }),
            reply('Fleet costs $999 now; it said “Let’s talk”.'),
          ],
        },
      ],
      page: ({ pricing }) => {
        assert.deepEqual(names(pricing.props.plans), ['Starter', 'Team', 'Fleet'])
        assert.deepEqual(names(pricing.props.plans, 'price'), ['$99', '$299', '$999'])
        assert.deepEqual(names(pricing.props.plans, 'period'), ['per month', 'per month', undefined])
      },
      answer: /it said “Let’s talk”/,
    },
  ],
  'a list of other plans is refused until the call says that plans go': [
    {
      message: 'Only one plan: Pro for $500',
      turns: [
        {
          text: ['There is one plan now.'],
          calls: [
            call('updateBlock', { blockId: 'pricing', props: { plans: [{ name: 'Pro', price: '$500' }] } }),
          ],
        },
        {
          calls: [
            call('updateBlock', {
              blockId: 'pricing',
              props: { plans: [{ name: 'Pro', price: '$500' }] },
              dropItems: true,
            }),
            reply('Pro for $500 is the only plan now.'),
          ],
        },
      ],
      page: ({ pricing }) => assert.deepEqual(names(pricing.props.plans), ['Pro']),
      answer: /only plan now/,
      told: [/none of these 1 items is one of starter “Starter”, team “Team”, fleet “Fleet”/, /dropItems/],
    },
  ],
  'a new block beside another, moved, with a link to a third': [
    {
      message:
        'Add steps after the features: sign, connect, ship. Put the FAQ on top of the pricing. Link the hero to the pricing.',
      turns: [
        {
          calls: [
            call('addBlock', {
              type: 'steps',
              props: {
                heading: 'How it goes',
                items: [{ title: 'Sign' }, { title: 'Connect' }, { title: 'Ship' }],
              },
              afterId: 'features',
            }),
            call('moveBlock', { blockId: 'faq', afterId: 'logos' }),
            call('moveBlock', { blockId: 'faq', afterId: 'features' }),
            call('updateBlock', {
              blockId: 'hero',
              props: { secondaryAction: { label: 'See prices', link: '#pricing' } },
            }),
            reply(
              'Three steps follow the features, the FAQ stands above the pricing, and the hero links to the prices.',
            ),
          ],
        },
      ],
      page: ({ hero }, { blocks }) => {
        const types = blocks.map(({ type }: any) => type)
        assert.deepEqual(types, ['hero', 'logos', 'features', 'faq', 'steps', 'pricing', 'quote', 'form'])
        assert.equal(hero.props.secondaryAction.link, '#pricing')
        assert.ok(
          blocks[4].props.items.every(({ id }: any) => id),
          'new items have ids',
        )
      },
      answer: /Three steps follow/,
    },
  ],
  'metadata and theme, low contrast mended': [
    {
      message: 'Dark page, light grey text, and call the browser tab "Customs for Initech"',
      turns: [
        {
          calls: [
            call('setTheme', { theme: { backgroundColor: '#1a1a1a', textColor: '#333333' } }),
            call('setMetadata', { metadata: { title: 'Customs for Initech' } }),
            reply('The page is dark with grey text.'),
          ],
        },
        {
          calls: [
            call('setTheme', { theme: { backgroundColor: '#1a1a1a', textColor: '#dddddd' } }),
            reply('The page is dark with light grey text, and the tab says “Customs for Initech”.'),
          ],
        },
      ],
      page: (_, { theme, metadata }) => {
        assert.deepEqual(theme, { backgroundColor: '#1a1a1a', textColor: '#dddddd' })
        assert.deepEqual(metadata, { title: 'Customs for Initech' })
      },
      answer: /light grey text, and the tab/,
      told: [/contrast of 1\.\d; at least 4\.5/, /metadata\.title: none → “Customs for Initech”/],
    },
  ],
  'personalised from a note, with sources, and nothing of it invented': [
    {
      message: 'Make the opening about them',
      turns: [
        {
          calls: [
            call('updateBlock', {
              blockId: 'hero',
              props: { headline: '14 ports. Three days in customs. Will, that can be hours.' },
            }),
            reply('The headline speaks of their 14 ports.'),
          ],
        },
        {
          calls: [
            call('updateBlock', {
              blockId: 'hero',
              props: { headline: '14 ports. Three days in customs. Will, that can be hours.' },
              sources: ['f1', 'f5'],
            }),
            reply(
              'The headline speaks of their 14 ports and 3 days in customs, from the note about Initech.',
            ),
          ],
        },
      ],
      page: ({ hero }) => {
        assert.match(hero.props.headline, /^14 ports/)
        assert.deepEqual(
          hero.sources.map(({ kind }: any) => kind),
          ['person_field', 'account_log'],
        )
      },
      answer: /from the note about Initech/,
      told: [/speaks of Will.*sources must name/],
    },
    {
      message: 'Add a line below it: we will tell you when it clears',
      turns: [
        {
          calls: [
            call('updateBlock', { blockId: 'hero', props: { note: 'We will tell you when it clears.' } }),
            reply('The line “We will tell you when it clears.” stands under the button.'),
          ],
        },
      ],
      page: ({ hero }) => {
        assert.equal(hero.props.note, 'We will tell you when it clears.')
        assert.equal(hero.sources.length, 2, 'sources that were not named stay')
      },
      answer: /stands under the button/,
    },
  ],
  'undo, redo, and a version that is not there': [
    {
      message: 'Remove the form and the FAQ',
      turns: [
        {
          calls: [
            call('removeBlock', { blockId: 'form' }),
            call('removeBlock', { blockId: 'faq' }),
            reply('The form and the FAQ are gone.'),
          ],
        },
      ],
      page: ({ form, faq }) => assert.deepEqual([form, faq], [undefined, undefined]),
      answer: /gone/,
    },
    {
      message: 'Undo that',
      turns: [{ calls: [call('undo', {}), reply('The form and the FAQ are back.')] }],
      page: (_, { blocks }) => assert.equal(blocks.length, richDocument.blocks.length),
      answer: /are back/,
    },
    {
      message: 'No, redo it',
      turns: [{ calls: [call('redo', {}), reply('They are gone again.')] }],
      page: ({ form, faq }) => assert.deepEqual([form, faq], [undefined, undefined]),
      answer: /gone again/,
    },
    {
      message: 'Go back to version 77',
      turns: [
        { calls: [call('restoreVersion', { versionNumber: 77 }), reply('It is as in version 77.')] },
        { text: ['There is no version 77. There are versions 1 to 4.'] },
      ],
      answer: /There is no version 77/,
      outcome: 'nothing_changed',
      told: [/There are the versions 1, 2, 3, 4\./],
    },
  ],
  'a question changes nothing, an unclear wish is asked back with suggestions': [
    {
      message: 'How many plans do we show?',
      turns: [{ text: ['Three: Starter, Team and Fleet.'] }],
      answer: /^Three: Starter, Team and Fleet\.$/,
      outcome: 'nothing_changed',
    },
    {
      message: 'Make the box smaller',
      turns: [
        {
          calls: [reply('Which one do you mean?', ['Shorten the pricing texts', 'Shorten the FAQ answers'])],
        },
      ],
      answer: /Which one do you mean/,
      outcome: 'nothing_changed',
    },
  ],
  'items are added, moved and removed by id; options that do not exist are mended': [
    {
      message: 'Phone optional, add a company field before it, remove Contoso and add Northwind first',
      turns: [
        {
          calls: [
            call('updateItem', {
              blockId: 'form',
              list: 'fields',
              itemId: 'phone',
              props: { required: false },
            }),
            call('addItem', {
              blockId: 'form',
              list: 'fields',
              item: { name: 'company', label: 'Company', type: 'string' },
              afterId: 'mail',
            }),
            call('removeItem', { blockId: 'logos', list: 'items', itemId: 'contoso' }),
            call('addItem', { blockId: 'logos', item: { name: 'Northwind' }, afterId: null }),
            reply('Done.'),
          ],
        },
        {
          calls: [
            call('addItem', {
              blockId: 'form',
              list: 'fields',
              item: { name: 'company', label: 'Company', type: 'text' },
              afterId: 'mail',
            }),
            call('moveItem', { blockId: 'features', itemId: 'alerts', afterId: null }),
            call('moveItem', { blockId: 'features', itemId: 'alerts', afterId: 'forms' }),
            reply('Phone is optional, a company field stands before it, and Northwind replaces Contoso.'),
          ],
        },
      ],
      page: ({ form, logos, features }) => {
        assert.deepEqual(names(form.props.fields), ['email', 'company', 'phone'])
        assert.equal(form.props.fields[2].required, false)
        assert.deepEqual(names(logos.props.items), ['Northwind', 'Fabrikam'])
        assert.deepEqual(names(features.props.items, 'title'), ['Forms that fill themselves', 'Alerts'])
      },
      answer: /Northwind replaces Contoso/,
      told: [/type must be.*Fields: name, label, type/, /logos\.items: 2 → 1 \(gone: contoso “Contoso”\)/],
    },
  ],
  'pictures are looked up first, a flattened and a stringified call are read': [
    {
      message: 'Add a closing call to action and a quote by Ana about ports',
      turns: [
        { text: ['Let me look for a picture.'], calls: [call('findAssets', { query: 'Ana' })] },
        {
          calls: [
            call('addBlock', {
              type: 'cta',
              headline: 'Ready when you are',
              primaryAction: { label: 'Book a demo', link: 'action:primary' },
            }),
            {
              name: 'updateBlock',
              input: { blockId: 'quote', props: '{"quote":"All our ports, one screen."}' },
            },
            reply(
              'A closing call to action was added, and Ana’s quote is about ports now. There is no picture of her.',
            ),
          ],
        },
      ],
      page: ({ quote }, { blocks }) => {
        assert.deepEqual([blocks.at(-1).type, blocks.at(-1).props.headline], ['cta', 'Ready when you are'])
        assert.equal(quote.props.quote, 'All our ports, one screen.')
        assert.equal(quote.props.name, 'Ana Ruiz')
      },
      answer: /There is no picture of her/,
    },
  ],
  'a claim without a change is sent back, and the change then made': [
    {
      message: 'Shorter headline please',
      turns: [
        { text: ['I’ve shortened the headline to “No paper”.'] },
        {
          calls: [
            call('updateBlock', { blockId: 'hero', props: { headline: 'No paper' } }),
            reply('The headline is “No paper” now.'),
          ],
        },
      ],
      page: ({ hero }) => assert.equal(hero.props.headline, 'No paper'),
      answer: /^The headline is “No paper” now\.$/,
    },
    {
      message: 'Only the button this time: Talk to us',
      selectedElement: { blockId: 'hero' },
      turns: [
        {
          calls: [
            call('updateBlock', { blockId: 'pricing', props: { heading: 'Talk to us' } }),
            call('updateBlock', {
              blockId: 'hero',
              props: { primaryAction: { label: 'Talk to us', link: 'action:primary' } },
            }),
          ],
        },
        { text: ['The button says “Talk to us”.'] },
      ],
      page: ({ hero, pricing }) => {
        assert.equal(hero.props.primaryAction.label, 'Talk to us')
        assert.equal(pricing.props.heading, 'Pricing')
      },
      answer: /The button says/,
      told: [/You selected the hero block/],
    },
  ],
}

for (const protocol of ['anthropic', 'openai-compatible'] as const)
  for (const [name, messages] of Object.entries(conversations))
    test(`${protocol}: ${name}`, async () => {
      const { acme } = await world(await model.settings(protocol))
      const { path } = await makeRichAudience(acme)
      let shown: any
      for (const {
        message,
        turns,
        page,
        answer: said,
        outcome = 'drafted',
        told = [],
        ...more
      } of messages) {
        model.script(...turns)
        const { answer, document, version } = await converse(acme, path, message, more)
        assert.deepEqual([answer.outcome, model.asked.length], [outcome, turns.length], answer.text)
        assert.match(answer.text, said)
        assert.equal(version.status, outcome === 'drafted' ? 'draft' : 'cancelled')
        const heard = JSON.stringify(model.asked.slice(1).map(({ body }) => body)).replaceAll('\\"', '"')
        for (const words of told) assert.match(heard, words)
        shown = document
        page?.(Object.fromEntries(shown.blocks.map((block: any) => [block.id, block])), shown)
      }
    })

test('suggestions are stored with their answer', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeRichAudience(acme)
  model.script({ calls: [reply('Which one?', ['Shorten the FAQ', 'Shorten the pricing', 'Three', 'Four'])] })
  const { answer } = await converse(acme, path, 'Make it smaller')
  assert.deepEqual(answer.suggestions, ['Shorten the FAQ', 'Shorten the pricing', 'Three'])
})

test('a model that only announces a change is asked to make it', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeRichAudience(acme)
  const turns = [{ text: ['I’ll shorten the headline for you.'] }, { text: ['I will do that.'] }]
  model.script(...turns)
  const idle = await converse(acme, path, 'Shorter headline')
  assert.deepEqual([idle.answer.outcome, model.asked.length], ['nothing_changed', 2])
  assert.match(idle.answer.text, /^Nothing on the page was changed\./)
  model.script(turns[0] as Turn, {
    calls: [
      call('updateBlock', { blockId: 'hero', props: { headline: 'No paper' } }),
      reply('It is “No paper” now.'),
    ],
  })
  const { answer } = await converse(acme, path, 'Shorter headline')
  assert.deepEqual([answer.outcome, answer.text], ['drafted', 'It is “No paper” now.'])
})

test('a model that claims a change that it did not make is corrected before the answer is shown', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeRichAudience(acme)
  model.script({ text: ['Done! The headline is now shorter.'] }, { text: ['I have updated the headline.'] })
  const { answer, version } = await converse(acme, path, 'Shorter headline')
  assert.deepEqual([answer.outcome, version.status, model.asked.length], ['nothing_changed', 'cancelled', 2])
  assert.match(answer.text, /^Nothing on the page was changed\./)
  assert.doesNotMatch(answer.text, /updated the headline|shorter/)
})

test('two undos in one step go two versions back', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeRichAudience(acme)
  for (const headline of ['No paper', 'No paper at all']) {
    model.script({ calls: [call('updateBlock', { blockId: 'hero', props: { headline } }), reply('Done.')] })
    await converse(acme, path, `Headline: ${headline}`)
  }
  model.script({ calls: [call('undo', {}), call('undo', {}), reply('Both are undone.')] })
  const { document, answer } = await converse(acme, path, 'Undo the last two changes')
  assert.deepEqual(
    [answer.outcome, document.blocks[0].props.headline],
    ['drafted', richDocument.blocks[0]?.props.headline],
  )
})

test('a model sees which blocks are locked, and the answer says why one was not changed', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const blocks = richDocument.blocks.map((block) =>
    block.id === 'pricing' ? { ...block, locked: true } : block,
  )
  const { path } = await makeRichAudience(acme, { ...richDocument, blocks })
  model.script(
    {
      calls: [
        call('updateBlock', { blockId: 'pricing', props: { heading: 'Plans' } }),
        call('updateBlock', { blockId: 'hero', props: { headline: 'Plans and prices' } }),
        reply('The headline and the pricing say “Plans”.'),
      ],
    },
    { calls: [reply('The headline and the pricing say “Plans”.')] },
  )
  const { answer } = await converse(acme, path, 'Say “Plans” in the headline and in the pricing')
  const [first, second] = model.asked.map(({ body }) => JSON.stringify(body).replaceAll('\\"', '"'))
  assert.match(first ?? '', /"id":"pricing","type":"pricing","locked":true/)
  assert.match(second ?? '', /The page has locked the pricing block, so it stays as it is here\./)
  assert.match(answer.text, /The pricing block was not changed: the page has locked it\.$/)
})

test('markup in a field without markup becomes plain text', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeRichAudience(acme)
  const props = {
    eyebrow: '**New** 5 * 3',
    headline: '**No** paper',
    primaryAction: { label: '[Book](/x) **now**' },
  }
  model.script({
    calls: [
      call('updateBlock', { blockId: 'hero', props }),
      call('updateItem', { blockId: 'logos', itemId: 'contoso', props: { name: '**Contoso** AG' } }),
      call('addItem', { blockId: 'logos', item: { name: '**Northwind** *Ltd*' } }),
      reply('The hero and the logos are new.'),
    ],
  })
  const { document } = await converse(acme, path, 'Bold “New 5 * 3”, and add Northwind')
  const [hero, logos] = document.blocks
  assert.deepEqual(
    [hero.props.eyebrow, hero.props.headline, hero.props.primaryAction.label],
    ['New 5 * 3', '**No** paper', 'Book now'],
  )
  assert.deepEqual(names(logos.props.items), ['Contoso AG', 'Fabrikam', 'Northwind *Ltd*'])
})

test('an answer about past changes is not read as a claim of a new one', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeRichAudience(acme)
  model.script({ text: ['I changed the headline in version 3 and removed the quote.'] })
  const { answer } = await converse(acme, path, 'What did you change?')
  assert.deepEqual(
    [answer.text, model.asked.length],
    ['I changed the headline in version 3 and removed the quote.', 1],
  )
})
