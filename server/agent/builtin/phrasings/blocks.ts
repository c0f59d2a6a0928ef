import type { Block } from '../../../documents/schema.ts'
import { all, type Draft, type Edit, order, page, type Wish, without } from './page.ts'

/** A block put in after another. */
function added(block: Block, afterId: string | null): Edit {
  return ({ document, metadata }: Draft) => {
    const at = afterId === null ? 0 : document.blocks.findIndex(({ id }) => id === afterId) + 1
    return { document: { ...document, blocks: document.blocks.toSpliced(at, 0, block) }, metadata }
  }
}
const plain = (id: string, type: Block['type'], props: object) =>
  ({ id, type, props, sources: [] }) as unknown as Block
const features = page.blocks[2] as Block

export const blockWishes: Wish[] = [
  {
    makes: without('pricing'),
    said: [
      'remove the pricing',
      'drop pricing',
      'delete the pricing section',
      'Please get rid of the price table.',
      'no pricing please',
      'hide the prices',
      'we don’t need the pricing',
      'take the pricing out',
      'the pricing can go',
      'remvoe the pricng block',
      'Would you kindly remove the pricing section from the page?',
      'lose the plans',
      'remove “What it costs”',
      'cut the pricing',
      'kill the pricing block',
    ],
  },
  {
    makes: without('pricing', 'faq'),
    said: [
      'remove the pricing and the FAQ',
      'drop pricing, faq',
      'delete the FAQ and pricing sections',
      'no pricing and no faq',
    ],
  },
  {
    makes: order('hero quote logos features stats steps pricing faq form cta'),
    said: [
      'move the quote below the hero',
      'put the testimonial after the hero',
      'bring the quote right under the banner',
      'the quote should come after the hero',
      'move the quote to position 2',
      'place the testimonial directly below the hero please',
      'I want the quote right after the hero',
    ],
  },
  {
    makes: order('hero features stats quote steps pricing faq form cta logos'),
    said: [
      'move the logos to the end',
      'put the logos at the bottom',
      'logos last',
      'move logo bar to the bottom of the page',
      'end with the logos',
    ],
  },
  {
    makes: order('faq hero logos features stats quote steps pricing form cta'),
    said: ['move the FAQ to the top', 'start with the FAQ', 'put the questions first', 'open with the faq'],
  },
  {
    makes: order('hero logos features quote stats steps pricing faq form cta'),
    said: [
      'swap the stats and the quote',
      'move the quote up',
      'switch the quote with the stats',
      'move the stats down',
    ],
  },
  {
    makes: order('hero logos features stats quote pricing steps faq form cta'),
    said: ['move the pricing above the steps', 'put pricing before the timeline', 'pricing above steps'],
  },
  {
    makes: order('hero features logos stats quote steps faq pricing form cta'),
    said: ['swap logos and features, then swap pricing with the FAQ'],
  },
  {
    makes: order('hero features quote stats logos steps pricing faq form cta'),
    said: [
      'reorder: hero, features, quote, stats, logos',
      'put the blocks in this order: hero, features, quote, stats, logos',
      'new order: hero, features, quote, stats, logos',
    ],
  },
  {
    makes: all(added({ ...features, id: 'features-2' }, 'features')),
    said: [
      'duplicate the features',
      'copy the feature list',
      'clone the features block please',
      'make a copy of the features',
    ],
  },
  {
    makes: all(without('logos', 'stats', 'steps', 'pricing', 'form', 'features', 'quote')),
    said: [
      'keep only the hero, the faq and the cta',
      'remove everything except the hero, the FAQ and the call to action',
    ],
  },
  {
    makes: added(
      plain('quote-2', 'quote', { quote: 'We would do it again.', name: 'Ann Lee', role: 'CTO, Initech' }),
      'form',
    ),
    said: [
      'add a quote “We would do it again.” by Ann Lee, CTO, Initech',
      'add another testimonial: "We would do it again." - Ann Lee, CTO, Initech',
    ],
  },
  {
    makes: added(
      plain('text', 'text', { heading: 'Security', body: 'Your data stays in the EU.' }),
      'features',
    ),
    said: [
      'add a text section below the features: "Security" "Your data stays in the EU."',
      'add a section after the features called "Security": "Your data stays in the EU."',
    ],
  },
  {
    makes: added(plain('logos-2', 'logos', { items: [{ name: 'Hooli' }, { name: 'Umbrella' }] }), 'form'),
    said: ['add logos: Hooli and Umbrella', 'add customer logos Hooli, Umbrella'],
  },
  {
    makes: added(
      plain('image', 'image', {
        picture: { assetId: `asset_${'0'.repeat(26)}`, alt: 'Five people at a table' },
      }),
      'hero',
    ),
    said: [
      'add an image of our team below the hero',
      'insert a picture after the hero',
      'put in a photo of the team under the hero',
    ],
  },
]
