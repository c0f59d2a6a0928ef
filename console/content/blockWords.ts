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
import { catalogue } from '../../document/catalogue.ts'
import type { Block } from '../documents/document.ts'
import { nameOfProp, openingWords } from '../documents/words.ts'

/** Icons by the names in the block catalogue. `Blocks` is the default. */
const icons: Record<string, LucideIcon> = {
  'panel-top': PanelTop,
  shapes: Shapes,
  'text-align-start': TextAlignStart,
  'layout-grid': LayoutGrid,
  'trending-up': TrendingUp,
  'list-ordered': ListOrdered,
  quote: Quote,
  image: Image,
  video: Video,
  'columns-2': Columns2,
  tag: Tag,
  'circle-question-mark': CircleQuestionMark,
  'text-cursor-input': TextCursorInput,
  'mouse-pointer-click': MousePointerClick,
  blocks: Blocks,
}

/** The name, description and icon of a block type. */
export function blockTypeWords(type: string): { name: string; hint: string; icon: LucideIcon } {
  const { name = type, hint = '', icon = '' } = catalogue[type] ?? {}
  return { name, hint, icon: icons[icon] ?? Blocks }
}

/** The display name of a block: its heading, or else its type. */
export function blockName(block: Block): string {
  const words = openingWords(block)
    ?.replace(/\{\{\s*prompt\s*\|([^{}]*)\}\}/g, '')
    .replace(/\{\{([^{}|]*)[^{}]*\}\}/g, '$1')
  return words?.trim() || blockTypeWords(block.type).name
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

/** The label of a prop in a form. */
export function propLabel(prop: string): string {
  const words = labels[prop] ?? nameOfProp(prop)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
