import { all, meta, older, order, props, theme, type Wish, without } from './page.ts'

export const lookWishes: Wish[] = [
  {
    makes: theme({ primaryColor: '#1d4ed8' }),
    said: [
      'make it blue',
      'Blue please',
      'change the colour to blue',
      'use blue as the primary color',
      'can you make the page blue?',
      'the theme should be blue',
      'set the accent color to #1d4ed8',
      'switch the color to blue',
      'i want it in blue',
      'go blue',
      'turn everything blue',
      'primary colour: #1D4ED8',
      'make the buttons blue',
      'chnage the color to blue',
    ],
  },
  { makes: theme({ primaryColor: '#1e3a8a' }), said: ['make it dark blue', 'use dark blue'] },
  { makes: theme({ primaryColor: '#005523' }), said: ['make it deep green', 'a deep green, please'] },
  { makes: theme({ primaryColor: '#ff8800' }), said: ['make it #f80', 'use "#ff8800" as brand color'] },
  {
    makes: theme({ backgroundColor: '#12151a' }),
    said: [
      'make it dark',
      'dark mode',
      'use a dark theme',
      'switch to dark mode please',
      'turn the page dark',
      'go dark',
      'can we have dark mode?',
    ],
  },
  {
    makes: theme({ backgroundColor: '#fbf6e9' }),
    said: [
      'make the background cream',
      'cream background',
      'change the background color to cream',
      'use a cream background please',
    ],
  },
  {
    makes: theme({ font: 'georgia' }),
    said: [
      'use Georgia',
      'change the font to Georgia',
      'set the font to “Georgia”',
      'font: georgia',
      'make it a serif font',
      'use a serif typeface',
      'switch the font to georgia pls',
    ],
  },
  {
    makes: theme({ radius: 0 }),
    said: [
      'square corners',
      'make the corners square',
      'use sharp corners',
      'no rounded corners',
      'corner radius 0',
    ],
  },
  {
    makes: theme({ radius: 12 }),
    said: [
      'set the corner radius to 12',
      'radius: 12px',
      'round the corners to 12 pixels',
      'corners of 12px',
    ],
  },
  { makes: theme({ radius: 16 }), said: ['rounded corners', 'make the corners round', 'make it rounded'] },
  {
    makes: theme({ primaryColor: '#0f766e', font: 'georgia' }),
    said: ['make it teal and use Georgia', 'teal, in Georgia'],
  },
  {
    makes: props('hero', { layout: 'centered' }),
    said: ['center the hero', 'make the hero centered', 'centre the banner please'],
  },
  {
    makes: props('features', { layout: 'list' }),
    said: ['show the features as a list', 'turn the features into a list'],
  },
  { makes: props('quote', { tone: 'bold' }), said: ['make the quote bold', 'the quote should stand out'] },
  {
    makes: meta({ title: 'Acme x Foyer' }),
    said: [
      'set the page title to "Acme x Foyer"',
      'browser title: Acme x Foyer',
      'change the meta title to “Acme x Foyer”',
      'the SEO title should be Acme x Foyer',
      'change the title of the page to "Acme x Foyer"',
    ],
  },
  {
    makes: meta({ description: 'What we heard.' }),
    said: [
      'set the meta description to "What we heard."',
      'description: “What we heard.”',
      'change the seo description to "What we heard."',
    ],
  },
  {
    makes: meta({ keywords: ['planning', 'roll-out'] }),
    said: ['keywords: planning, roll-out', 'set the keywords to "planning, roll-out"'],
  },
  {
    makes: meta({ ogTitle: 'Hello Northwind' }),
    said: ['set the social title to "Hello Northwind"', 'og title: Hello Northwind'],
  },
  {
    makes: () => ({ document: older, metadata: {} }),
    said: [
      'go back to version 3',
      'undo that',
      'Undo',
      'revert to version 3',
      'restore version 3 please',
      'back to v3',
      'undo the last change',
      'go back to the previous version',
      'please revert the last change',
      'take that back',
    ],
  },
  {
    makes: all(without('stats'), theme({ primaryColor: '#1d4ed8' })),
    said: [
      'remove the stats and make it blue',
      'make it blue, drop the stats',
      'Hey, could you remove the numbers? And make it blue. Thanks!',
      '- delete the stats\n- make it blue',
      'no stats; blue',
      'Please get rid of the statistics section, then change the color to blue.',
    ],
  },
  {
    makes: all(
      props('hero', { headline: 'Hello, Northwind and friends' }),
      without('pricing'),
      order('hero quote logos features stats steps faq form cta'),
    ),
    said: [
      'change the headline to "Hello, Northwind and friends", remove the pricing and move the quote below the hero',
      'headline: “Hello, Northwind and friends”\nremove pricing\nmove the testimonial right after the hero',
      'Drop the prices. Set the headline to “Hello, Northwind and friends”. Put the quote under the hero.',
    ],
  },
]
