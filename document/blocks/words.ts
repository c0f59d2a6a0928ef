/** The names of a block type and its items. */
export type BlockWords = {
  /** Its position in lists of types, ascending. */
  order: number
  /** Shown in lists and menus. */
  name: string
  /** Its purpose, in a few words. */
  hint: string
  /** People refer to it by its name rather than by its heading. */
  goesByName?: true
  /** A Lucide icon. */
  icon: string
  /** What people call it. The first one is used in sentences, such as “Moved the FAQ to the top”. */
  called: [string, ...string[]]
  /** The names of the items of its lists, by list name. */
  items?: Record<string, [string, ...string[]]>
  /** The names of its fields, by field name, if no other type has them. Other fields use their names in the schema. */
  fields?: Record<string, [string, ...string[]]>
  /** The paths of texts that the chosen layout doesn’t show. */
  unseen?(props: { layout?: unknown; picture?: unknown }): RegExp | undefined
}

/** Whether a text is left out by the layout of its block. */
export function isUnseen(words: BlockWords | undefined, props: object, path: string): boolean {
  return words?.unseen?.(props)?.test(path) ?? false
}

/** The names of fields that several types have. */
// biome-ignore format: one field per line
export const sharedFields: Record<string, [string, ...string[]]> = {
  headline: ['headline', 'title', 'heading', 'header', 'main title', 'main headline', 'main heading', 'big title', 'h1', 'head line', 'big headline', 'page headline', 'hero headline', 'hero title', 'hero text', 'top line', 'header text', 'heading text', 'headline text', 'title text'],
  heading: ['heading', 'title', 'headline', 'header', 'section title', 'section heading', 'section headline', 'section header', 'head line', 'heading text', 'title text', 'headline text'],
  title: ['title', 'heading', 'headline', 'name', 'header', 'feature title', 'step title', 'title text'],
  eyebrow: ['eyebrow', 'kicker', 'overline', 'eyebrow text', 'line above headline', 'text above headline', 'small line above headline', 'label above headline', 'line over headline', 'text over headline', 'small text above headline', 'line above title', 'text above title', 'small text above title', 'small line above title', 'pre headline', 'preheader', 'pretitle', 'line above heading', 'text above heading'],
  intro: ['intro', 'introduction', 'intro text', 'intro sentence', 'subtitle', 'subheading', 'sub heading', 'subheadline', 'sub headline', 'text under heading', 'line under heading', 'line below heading', 'text below heading', 'intro line', 'description', 'lead', 'subtext', 'line under title', 'text under title', 'paragraph under heading'],
  body: ['text', 'body', 'body text', 'copy', 'paragraph', 'wording', 'content', 'description', 'body copy', 'main text', 'explanation', 'details', 'sentence'],
  note: ['note', 'footnote', 'small print', 'fine print', 'disclaimer', 'reassurance', 'line under button', 'text under button', 'line below button', 'text below button', 'small text under button', 'line under buttons', 'text under buttons', 'line below buttons', 'text below buttons', 'small line under button', 'small line under buttons', 'note under button', 'note under buttons', 'microcopy', 'small text below button', 'small print under button', 'line beneath buttons', 'line beneath button'],
  primaryAction: ['button', 'primary button', 'main button', 'first button', 'cta', 'primary cta', 'main cta', 'button text', 'button label', 'call to action', 'big button', 'action button'],
  secondaryAction: ['secondary button', 'second button', 'other button', 'secondary cta', 'second cta', 'second link', 'secondary link', '2nd button', 'secondary action', 'smaller button', 'outline button', 'ghost button', 'link button', 'lower button', 'right button', 'other cta', 'button'],
  label: ['label', 'text', 'wording', 'caption'],
  link: ['link', 'url', 'address', 'destination', 'href', 'target', 'web address', 'hyperlink'],
  caption: ['caption', 'line under image', 'text under image', 'line under picture', 'image caption', 'picture caption', 'text below image', 'subtitle'],
  alt: ['alt text', 'alt', 'alternative text', 'alt tag', 'image description', 'alt description', 'picture description', 'accessibility text', 'screen reader text', 'text for screen readers', 'description for blind users', 'description for blind people', 'description for screen readers', 'description for blind', 'description'],
  picture: ['image', 'picture', 'photo', 'logo image', 'pic', 'portrait', 'headshot', 'avatar', 'illustration', 'img', 'photograph', 'screenshot'],
  name: ['name', 'author', 'person', 'speaker', 'attribution', 'plan name', 'quote author', 'who said', 'author name', 'full name', 'person name', 'surname', 'last name', 'first name'],
  role: ['role', 'job title', 'line', 'position', 'title', 'job', 'function', 'company', 'job role', 'job position'],
  highlighted: ['highlight', 'highlighted', 'recommended', 'most popular', 'badge', 'emphasis'],
  value: ['value', 'number', 'figure', 'amount'],
  layout: ['layout', 'alignment', 'arrangement', 'text alignment', 'display'],
  tone: ['background', 'tone', 'background colour', 'background color', 'backdrop', 'section background', 'colour', 'color'],
  width: ['width', 'size'],
  points: ['points', 'bullets', 'bullet points', 'list', 'bullet list', 'bulleted list'],
  items: ['items', 'list', 'entries'],
}
