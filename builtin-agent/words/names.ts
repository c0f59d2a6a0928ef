import { blockTypes, sharedFields } from '../../document/index.ts'

/** Names of sections by type. Replies use the first one. */
export const blockNames: Record<string, string> = Object.fromEntries(
  blockTypes.map(({ name, words }) => [name, words.called.join(', ')]),
)

/** Names of list items, by block type and list. */
export const itemNames: Record<string, string> = Object.fromEntries(
  blockTypes.flatMap(({ name, words }) =>
    Object.entries(words.items ?? {}).map(([list, called]) => [`${name}.${list}`, called.join(', ')]),
  ),
)

/** Names of properties. One that is missing has the name from the schema. */
export const partNames: Record<string, string> = Object.fromEntries(
  [sharedFields, ...blockTypes.map(({ words }) => words.fields ?? {})].flatMap((fields) =>
    Object.entries(fields).map(([field, called]) => [field, called.join(', ')]),
  ),
)

export const themeNames: Record<string, string> = {
  primaryColor:
    'accent colour, accent color, primary colour, primary color, brand colour, brand color, theme colour, theme color, main colour, main color, colour, color, button colour, button color, accent, colours, colors, colour scheme, color scheme, palette, accents, highlight colour, highlight color, theme, buttons, page colour, page color, button, key colour, key color, link colour, link color, scheme, primary',
  backgroundColor:
    'background, background colour, background color, page background, backdrop, bg, bg colour, bg color',
  textColor:
    'text colour, text color, font colour, font color, letter colour, letter color, text, letters, writing colour, body text colour, body text color',
  font: 'font, typeface, letters, typography, font family, fonts, type face, lettering, heading font, text font, body font',
  radius:
    'corners, corner radius, radius, border radius, rounding, rounded corners, corner rounding, edges, button corners, roundness, corner, button radius',
  look: 'look, style, design, page style, visual style, page look, look and feel',
}

export const metadataNames: Record<string, string> = {
  title:
    'page title, browser title, title of page, meta title, metadata title, seo title, tab title, title tag, search title, html title, title of page, title of this page, google title, browser tab, browser tab title, page title in browser tab, page title in tab, title in browser tab, tab name, tab, page name in tab, title in search results, window title, title in google',
  description:
    'meta description, metadata description, page description, seo description, search description, description of page, google description, description for google, search result description, search snippet, google snippet, description in search results, description for search engines, snippet, meta text',
  keywords: 'keywords, meta keywords, seo keywords, keyword, search keywords, page keywords, seo tags, tags',
  author: 'meta author, page author, author of page, author tag',
  ogTitle:
    'social title, og title, share title, sharing title, open graph title, social media title, preview title, linkedin title, facebook title, share preview title, link preview title, title when shared, title for sharing, title for social, social share title, slack title',
  ogDescription:
    'social description, og description, share description, sharing description, open graph description, preview description, linkedin description, facebook description, link preview description, social media description, description when shared, description for sharing, social share description, share text, social text, preview text',
  ogSiteName: 'site name, og site name, website name',
  twitterTitle: 'twitter title, x title, title on twitter, title on x',
  twitterDescription: 'twitter description, x description, description on twitter, description on x',
  twitterSite: 'twitter handle, twitter site, twitter account, x handle',
}

/** Names of the options of choices, by property and option. */
export const choiceWords: Record<string, Record<string, string>> = {
  tone: {
    plain:
      'plain, white, no background, without background, normal, neutral, transparent, plain background, white background, normal background',
    tint: 'tinted, tint, tinted background, light tinted, light tinted background, lightly tinted background, subtle background, soft background, grey background, gray background, light grey background, subtle, lightly tinted, light tint, soft, light background, shaded, light shade, light grey, grey, gray, hint of colour, hint of color, light colour, light color, slight tint, coloured background, colored background, tinted background',
    bold: 'bold, bold background, brand colour behind, brand color behind, brand colour background, brand color background, strong background, dark background, stand out, standing out, in brand colour, in brand color, brand colour, brand color, brand coloured, brand colored, strong, solid, full colour, full color, louder, dark, accent colour, accent color, solid background, solid colour, solid color, bolder, loud, prominent, brand background, more prominent, pop',
  },
  layout: {
    centered:
      'centered, centred, center, centre, in middle, in center, in centre, center aligned, centre aligned, middle, align center, align centre, centrally',
    left: 'left, left aligned, aligned left, to left, on left, left align, left hand side, align left, flush left',
    split:
      'split, split layout, text beside image, text beside picture, image beside text, picture beside text, text next to image, text next to picture, picture next to text, image next to text',
    list: 'list, as list, one below other, stacked, vertical list, vertically, one under other, rows, in rows, one column, single column, below each other, under each other, vertical',
    grid: 'grid, as grid, in columns, in grid, columns, cards, tiles, card grid, grid layout, side by side',
  },
  width: {
    full: 'full width, full, across full width, run across full width, run full width, over full width, go across full width window, across full width window, full window width, full width window, edge to edge, full bleed, whole width, as wide as window, fullwidth, entire width, wall to wall, whole window, entire window, full window, across whole window, across entire window, span whole window',
    wide: 'wide, wider',
    text: 'narrow, narrower, text width, small, smaller, as wide as text, column width',
  },
  look: {},
}

/** Words that set or clear a flag, by property. */
export const flagWords: Record<string, { on: string; off: string }> = {
  required: {
    on: 'required, mandatory, compulsory, must, obligatory, necessary, needed, require, must fill, non optional, not optional, must be filled in, has to be filled in, filled in by everyone, not be left empty, a must, not skippable',
    off: 'optional, not required, not mandatory, non mandatory, not compulsory, not obligatory, voluntary, no longer required, no longer mandatory, unrequired, not needed, not necessary, not forced, dont force, dont force them, dont force them to fill it in, dont force people, left empty, can be left empty, skipped, can be skipped, skippable, no must, not a must, up to them',
  },
  highlighted: {
    on: 'highlighted, highlighted plan, highlight, recommended, featured, most popular, popular, emphasised, emphasized, stand out, best value, recommended one, highlighted one, popular one, accented, promoted, recommended plan, popular plan, preferred, favourite, favorite, as recommended, as most popular, as popular, as best',
    off: 'not highlighted, unhighlighted, not recommended, not featured, no highlight, less prominent, normal, not stand out',
  },
}

/** Names of icons, in addition to their own. */
export const iconWords: Record<string, string> = {
  bolt: 'lightning, flash, thunder, lightning bolt, thunderbolt',
  chart: 'graph, bars, bar chart, analytics, line chart, trend',
  chat: 'speech bubble, bubble, conversation, comment, talk',
  check: 'tick, checkmark, check mark, tick mark',
  clock: 'time, watch, timer, stopwatch',
  code: 'brackets, developer',
  coins: 'money, coin, dollar, cash, dollars, currency, dollar sign, euro',
  cross: 'x, no',
  document: 'file, paper, page, invoice, doc, sheet, report',
  globe: 'world, earth, planet, international',
  key: 'access',
  layers: 'stack',
  lock: 'padlock, security, secure',
  mail: 'envelope, email, letter',
  people: 'persons, users, team, group, person, user',
  phone: 'telephone, call, mobile',
  play: 'video',
  search: 'magnifying glass, magnifier, loupe, lens, looking glass, find',
  shield: 'protection, security shield, safety',
  sliders: 'settings, controls, gear, cog, adjust',
  spark: 'star, sparkle, sparkles, magic, ai',
  target: 'goal, bullseye, aim',
  calendar: 'date, schedule',
  flag: 'milestone flag',
  eye: 'view, vision, visibility',
  heart: 'love, like',
  arrow: 'right arrow',
}

/** Names of form field types. */
export const fieldKinds: Record<string, string> = {
  select:
    'dropdown, drop down, select, choice, selection, select box, picker, selector, dropdown menu, multiple choice',
  textarea:
    'text area, textarea, long text, big text box, multi line, multiline, message box, comment box, comments box, free text, large text box, comments, message, comment, notes',
  checkbox: 'checkbox, check box, tick box, tickbox, consent, opt in, checkmark box',
  email: 'email, mail, email address, e mail',
  tel: 'phone, telephone, mobile, phone number, mobile number, cell, cell phone, tel, telephone number, whatsapp',
  text: 'text, text box, text field, short text, textbox, url, date',
}
