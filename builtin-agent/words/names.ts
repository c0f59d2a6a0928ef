import { blockTypes } from '../../document/index.ts'

/*
 * What people call the parts of a page, by the name the schemas give them. A prop or list that is missing here goes by
 * its own name in words (`launchDate` is "launch date"), so new types work without a line in this file. The first name
 * is the one that replies use.
 */

/** Types of blocks, from the words of each. */
export const blockNames: Record<string, string> = Object.fromEntries(
  blockTypes.map(({ name, words }) => [name, words.called.join(', ')]),
)

/** Things of which a block holds several, by block type and list. */
export const itemNames: Record<string, string> = Object.fromEntries(
  blockTypes.flatMap(({ name, words }) =>
    Object.entries(words.items ?? {}).map(([list, called]) => [`${name}.${list}`, called.join(', ')]),
  ),
)

/** Parts of blocks and items by the name of the prop. */
export const partNames: Record<string, string> = {
  headline:
    'headline, title, heading, header, main title, main headline, main heading, big title, h1, head line, big headline, page headline, hero headline, hero title, hero text, top line, header text, heading text, headline text, title text',
  heading:
    'heading, title, headline, header, section title, section heading, section headline, section header, head line, heading text, title text, headline text',
  title: 'title, heading, headline, name, header, feature title, step title, title text',
  subheadline:
    'subheadline, sub headline, subtitle, sub title, subheading, sub heading, subhead, sub head, tagline, strapline, subline, line under headline, line below headline, text under headline, text below headline, sentence under headline, sentence below headline, paragraph under headline, paragraph below headline, line beneath headline, text beneath headline, supporting text, lead, hero subtitle, hero paragraph, hero description, description under headline, line under title, text under title, text below title, line below title, sentence under title, intro text, intro, byline, text under heading, line under main title, text under main headline, text under main title, line under main headline',
  eyebrow:
    'eyebrow, kicker, overline, eyebrow text, line above headline, text above headline, small line above headline, label above headline, line over headline, text over headline, small text above headline, line above title, text above title, small text above title, small line above title, pre headline, preheader, pretitle, line above heading, text above heading',
  intro:
    'intro, introduction, intro text, intro sentence, subtitle, subheading, sub heading, subheadline, sub headline, text under heading, line under heading, line below heading, text below heading, intro line, description, lead, subtext, line under title, text under title, paragraph under heading',
  body: 'text, body, body text, copy, paragraph, wording, content, description, body copy, main text, explanation, details, sentence',
  note: 'note, footnote, small print, fine print, disclaimer, reassurance, line under button, text under button, line below button, text below button, small text under button, line under buttons, text under buttons, line below buttons, text below buttons, small line under button, small line under buttons, note under button, note under buttons, microcopy, small text below button, small print under button, line beneath buttons, line beneath button',
  primaryAction:
    'button, primary button, main button, first button, cta,  primary cta, main cta, button text, button label, call to action, big button, action button',
  secondaryAction:
    'secondary button, second button, other button, secondary cta, second cta, second link, secondary link, 2nd button, secondary action, smaller button, outline button, ghost button, link button, lower button, right button, other cta, button',
  action: 'button, plan button, cta, button text, link, sign up button, signup button, action',
  submitLabel:
    'submit button, form button, send button, button, submit label, button text, submit button text, submit text, submit, submit button label',
  successMessage:
    'thank you message, success message, thanks message, confirmation, confirmation message, thank you text, message after submitting, after submitting, after sending, message after sending, thank you note, success text, submit message, message people see after submitting, confirmation text, thankyou message, thank you line',
  label: 'label, text, wording, caption',
  link: 'link, url, address, destination, href, target, web address, hyperlink',
  caption:
    'caption, line under image, text under image, line under picture, image caption, picture caption, text below image, subtitle',
  alt: 'alt text, alt, alternative text, alt tag, image description, alt description, picture description, accessibility text, screen reader text, text for screen readers, description for blind users, description for blind people, description for screen readers, description for blind, description',
  picture:
    'image, picture, photo, logo image, pic, portrait, headshot, avatar, illustration, img, photograph, screenshot',
  quote:
    'quote, text, wording, words, testimonial, quote text, testimonial text, statement, quotation, what said',
  name: 'name, author, person, speaker, attribution, plan name, quote author, who said, author name, full name, person name, surname, last name, first name',
  role: 'role, job title, line, position, title, job, function, company, job role, job position',
  price: 'price, cost, amount, rate, fee, price tag, monthly price, price point, monthly fee, pricing',
  period:
    'period, billing period, billing, interval, billing interval, price period, per month, billing cycle',
  description: 'description, text, subtitle, tagline, blurb, plan description, summary, line',
  includes:
    'included points, includes, features, bullets, list, inclusions, feature list, perks, whats included',
  highlighted: 'highlight, highlighted, recommended, most popular, badge, emphasis',
  required: 'required, mandatory, optional, compulsory',
  options: 'options, choices, dropdown options, answers, dropdown, values',
  hint: 'hint, help text, helper text, help line, hint text',
  value: 'value, number, figure, amount',
  question: 'question, question text, wording, title',
  answer: 'answer, reply, response, text, answer text',
  when: 'time, when, date, dated, timing, timeframe, day, week, time frame, time label, label, timing label, duration',
  icon: 'icon, symbol, drawing, pictogram, emoji, glyph',
  layout: 'layout, alignment, arrangement, text alignment, display',
  tone: 'background, tone, background colour, background color, backdrop, section background, colour, color',
  width: 'width, size',
  height: 'height',
  points: 'points, bullets, bullet points, list, bullet list, bulleted list',
  cells: 'cells, values',
  rows: 'rows, lines, criteria',
  columns: 'columns, alternatives',
  fields: 'fields, form fields, inputs, questions',
  plans: 'plans, tiers, packages, options',
  items: 'items, list, entries',
  signature: 'signature, sign off, signoff, signatory',
  transcript: 'transcript, captions',
  poster: 'poster, thumbnail, preview image, cover image',
  type: 'type, kind, field type',
}

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

/** Values of choices, as people say them: by prop, then value. */
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

/** Words that switch a yes/no prop on or off. */
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

/** Drawings by what people call them; each also goes by its own name. */
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

/** Kinds of form fields, as people say them. */
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
