import type { Metadata, MetadataPatch } from '../../../documents/metadata.ts'
import { quoted } from '../../label.ts'
import { Refusal } from '../../refusal.ts'
import { metadataNames } from '../lexicon.ts'
import { defineIntents } from './intent.ts'

type Field = keyof Metadata
const addresses = new Set<Field>(['canonicalUrl', 'ogImageUrl', 'ogUrl', 'twitterImageUrl'])

export const metadataIntents = defineIntents(
  {
    name: 'clear metadata',
    patterns: ['<remove> {meta}', 'no {meta}', 'reset {meta}'],
    act: ({ meta }, desk) => {
      if (!meta) return undefined
      if (desk.metadata[meta] === undefined)
        throw new Refusal(`This audience has no ${nameOf(meta)} of its own.`)
      desk.change({ type: 'setMetadata', metadata: { [meta]: null } })
      return `removed the ${nameOf(meta)}`
    },
  },
  {
    name: 'set title, description and other metadata',
    patterns: [
      '<change>|<add>|use {meta} [<to>|of|should_be|saying] {text}',
      '{meta} [should|must|to|is] [be|say|read] {text}',
      '{meta} : {text}',
      '{meta} = {text}',
      'use|put|write {quote} as|for|in|on {meta}',
      'in|on [the] browser [tab|title|bar] [it] [should] [say|show|read|be] {text}',
    ],
    act: ({ meta = 'title', text, quote }, desk) => {
      const words = (text ?? quote)?.text
      if (!words) return undefined
      desk.change({ type: 'setMetadata', metadata: valueFor(meta, words) })
      return `set the ${nameOf(meta)} to ${quoted(words)}`
    },
  },
)

function valueFor(field: Field, words: string): MetadataPatch {
  const text = words.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (field === 'keywords') {
    const keywords = text.split(/\s*[,;]\s*|\s+and\s+/).filter((word) => word !== '')
    return { keywords: keywords.slice(0, 50) }
  }
  if (addresses.has(field) && !/^https?:\/\//i.test(text))
    throw new Refusal(`The ${nameOf(field)} must be an address that begins with https://.`)
  return { [field]: text }
}

function nameOf(field: Field): string {
  return (metadataNames[field]?.split(' ')[0] ?? field).replaceAll('_', ' ')
}
