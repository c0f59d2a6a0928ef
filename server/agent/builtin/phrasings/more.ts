import { all, more, order, page, props, theme, type Wish, without } from './page.ts'

const propsOf = (id: string) => page.blocks.find((block) => block.id === id)?.props ?? {}
const { items: steps = [] } = propsOf('steps') as { items?: object[] }
const { plans = [] } = propsOf('pricing') as { plans?: object[] }

/** Kinds of wishes that a second round of unseen ways to ask brought to light. */
export const moreWishes: Wish[] = [
  {
    makes: props('hero', { headline: 'Ship your on time' }),
    said: ['remove the word "roll-out" from the headline'],
  },
  {
    makes: props('steps', { items: [{ ...steps[0], title: 'We ask' }, steps[1]] }),
    said: ['Change the "We listen" step to "We ask"'],
  },
  {
    makes: order('hero logos features stats quote steps faq pricing form cta'),
    said: ['Can you put the FAQ before the pricing?', 'move pricing down by one'],
  },
  {
    makes: order('hero logos features steps stats quote pricing faq form cta'),
    said: ['I think the steps should come before the stats.'],
  },
  {
    makes: order('hero logos stats features quote steps pricing faq form cta'),
    said: ['swap the order of the features and the stats'],
  },
  {
    makes: props('hero', { headline: 'Plan once' }),
    said: [
      'the headline is boring, change it to "Plan once"',
      'Use the headline "Plan once"',
      'title = Plan once',
      'Make headline: Plan once',
    ],
  },
  {
    makes: props('hero', { headline: 'Hi', subheadline: 'Welcome' }),
    said: ['Write "Hi" as headline and "Welcome" as subheadline'],
  },
  {
    makes: props('hero', { subheadline: 'One plan for every team.', note: undefined }),
    said: ['Subheadline: shorter. Also remove the note.'],
  },
  { makes: props('hero', { eyebrow: undefined, note: undefined }), said: ['hide the eyebrow and the note'] },
  {
    makes: props('hero', { primaryAction: { label: 'Call us', link: 'action:primary' } }),
    said: ['"Get in touch" should be "Call us"', 'change Get in touch to Call us'],
  },
  {
    makes: more('faq', 'items', { question: 'What about GDPR?', answer: 'We sign your agreement.' }),
    said: ['please add a FAQ entry: What about GDPR? We sign your agreement.'],
  },
  { makes: more('logos', 'items', { name: 'Hooli' }), said: ['add Hooli to the logos'] },
  {
    makes: props('pricing', { plans: [{ ...plans[0], price: '€ 25' }, plans[1]] }),
    said: ['change the price of the first plan to € 25'],
  },
  {
    makes: props('pricing', { plans: [{ ...plans[0], name: 'Starter' }, plans[1]] }),
    said: ['rename the Team plan to Starter'],
  },
  {
    makes: props('steps', { items: [steps[0], { ...steps[1], title: 'We deliver' }] }),
    said: ['the second step should be called "We deliver"'],
  },
  { makes: props('form', { submitLabel: 'Ask' }), said: ['change the form button to "Ask"'] },
  {
    makes: props('form', { successMessage: 'We got it.' }),
    said: ['the thank you message should be "We got it."'],
  },
  {
    makes: theme({ primaryColor: '#14532d', backgroundColor: '#fffdf3' }),
    said: ['Make the primary color a nice dark green and the background ivory'],
  },
  {
    makes: theme({ primaryColor: '#c2570c', backgroundColor: '#12151a' }),
    said: ['I want a dark page with orange accents'],
  },
  { makes: theme({ font: 'inter' }), said: ['can we get a more modern font?'] },
  { makes: theme({ radius: 2 }), said: ['make the corners less round'] },
  { makes: without('stats', 'logos'), said: ['Could you delete both the stats and the logos?'] },
  {
    makes: without('steps', 'pricing', 'faq', 'form', 'cta'),
    said: ['get rid of everything below the quote'],
  },
  { makes: without('pricing'), said: ['Please do not show pricing'] },
  { makes: without('faq'), said: ['for them the FAQ is irrelevant, so drop it'] },
  { makes: all(), said: ['Don’t remove the pricing', 'never mind', 'thanks, that looks great'] },
]
