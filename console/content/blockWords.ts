import {
  Blocks,
  CircleQuestionMark,
  Columns2,
  Image,
  LayoutGrid,
  ListOrdered,
  type LucideIcon,
  MousePointerClick,
  PanelTop,
  Quote,
  Shapes,
  Tag,
  TextAlignStart,
  TextCursorInput,
  TrendingUp,
  Video,
} from 'lucide-react'
import type { Block } from '../documents/document.ts'
import { nameOfProp, openingWords } from '../documents/words.ts'

/** What types of blocks are called in lists and menus, with what each is good for. */
export const blockWords: Record<string, { name: string; hint: string; icon: LucideIcon }> = {
  hero: { name: 'Opening', hint: 'Headline and main action', icon: PanelTop },
  logos: { name: 'Logos', hint: 'Customers and partners', icon: Shapes },
  text: { name: 'Text', hint: 'A letter or an explanation', icon: TextAlignStart },
  features: { name: 'Points', hint: 'What you heard, or what changes', icon: LayoutGrid },
  stats: { name: 'Figures', hint: 'Numbers that prove a point', icon: TrendingUp },
  steps: { name: 'Steps', hint: 'What happens, with dates or weeks', icon: ListOrdered },
  quote: { name: 'Quote', hint: 'A customer’s words, with a photo', icon: Quote },
  image: { name: 'Picture', hint: 'A single large image', icon: Image },
  video: { name: 'Video', hint: 'A video that plays on the page', icon: Video },
  comparison: { name: 'Comparison', hint: 'Two to five options side by side', icon: Columns2 },
  pricing: { name: 'Prices', hint: 'Plans and what is in them', icon: Tag },
  faq: { name: 'Questions', hint: 'Common questions, answered', icon: CircleQuestionMark },
  form: { name: 'Form', hint: 'A few fields to fill in', icon: TextCursorInput },
  cta: { name: 'Call to action', hint: 'The main action, repeated', icon: MousePointerClick },
  custom: { name: 'Component', hint: 'Your own HTML in a safe frame', icon: Blocks },
}

export function wordsFor(type: string) {
  return blockWords[type] ?? { name: type, hint: '', icon: Blocks }
}

/** A block as its author knows it: by its heading, or by what it is. */
export function nameOf(block: Block): string {
  if (block.type === 'hero') return wordsFor('hero').name
  const words = openingWords(block)
    ?.replace(/\{\{\s*prompt\s*\|([^{}]*)\}\}/g, '')
    .replace(/\{\{([^{}|]*)[^{}]*\}\}/g, '$1')
  return words?.trim() || wordsFor(block.type).name
}

const labels: Record<string, string> = {
  eyebrow: 'Line above',
  subheadline: 'Text',
  primaryAction: 'Button',
  secondaryAction: 'Second button',
  note: 'Note',
  picture: 'Picture',
  assetId: 'File',
  items: 'Items',
  figureLabel: 'What the figure measures',
  submitLabel: 'Button',
  successMessage: 'Thank-you message',
  limitLabel: 'Limit label',
  next: 'Next steps',
  includes: 'Included',
  alt: 'Alt text',
}

/** The name of a prop in a form. */
export function labelOf(prop: string): string {
  const words = labels[prop] ?? nameOfProp(prop)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
