import type { BlockTypeName } from '../../../documents/blocks/index.ts'
import { fillPlaceholders } from '../../../documents/fill.ts'
import { newBlockId } from '../../../documents/ids.ts'
import type { Block } from '../../../documents/schema.ts'
import { type TemplateName, templates } from '../../../documents/templates/index.ts'
import type { Asset } from '../../agent.ts'
import { blockLabels, listed, quoted } from '../../label.ts'
import { fitted } from '../../places.ts'
import { Refusal } from '../../refusal.ts'
import { pointsAbout } from '../compose/points.ts'
import type { Desk } from '../desk.ts'
import { afterIdFor, type Position } from '../positionSlots.ts'
import type { Slots, Words } from '../slots.ts'
import { defineIntents } from './intent.ts'
import { textsIn } from './items.ts'

const assetTypes: Partial<Record<BlockTypeName, string[]>> = {
  image: ['image', 'logo', 'icon'],
  video: ['video'],
  custom: ['custom-component'],
}

export const addIntents = defineIntents(
  {
    name: 'add a block',
    patterns: [
      '<add> [a|an|another|one|some|the|back] [new|more|short|small|simple|extra|second] {type} [{position}]',
      '<add> [a|an|another|one|some|the] [new|more|short|small|extra] {type} [:|saying|that_says|with_the_text|about|with|of|called|titled|showing] {text} {position}',
      '<add> [a|an|another|one|some|the] [new|more|short|small|simple|extra] {type} [{position}] [:|saying|that_says|with_the_text|reading|with_the_words|with|from|by|of|about|called|titled|showing|for] {text}',
      '{position} <add> [a|an|another] [new] {type} [:|saying|about] [{text}]',
    ],
    act: (slots, desk) => addBlock(slots, desk),
  },
  {
    name: 'add a section about something',
    patterns: [
      '<add> [a|an|another] [new] section|block about|on|called|titled {text} {position}',
      '<add> [a|an|another|one|some|the] [new|more|short|small] section|block [{position}] [:|about|on|called|titled|saying|that_says|with_the_heading|for|with] {text}',
      'write|say something|a_few_words|a_paragraph|a_bit about|on {text}',
      'talk about {text}',
    ],
    act: (slots, desk) => addBlock({ ...slots, type: 'text' }, desk),
  },
)

async function addBlock({ type, text, position }: Slots, desk: Desk): Promise<string | undefined> {
  if (!type) return undefined
  const made = assetTypes[type] ? await withAsset(type, text, desk) : withWords(type, text, desk)
  const block = { ...made.block, id: newBlockId(desk.document, type) } as Block
  desk.change({ type: 'addBlock', block, afterId: placeFor(position, type, desk) })
  desk.mention(block.id)
  return `added ${/^[aeiou]/i.test(blockLabels[type] ?? type) || type === 'faq' ? 'an' : 'a'} ${blockLabels[type] ?? type} block${made.said}`
}

/** Where nothing is said, a hero opens the page, and all else stands before the invitation that closes it. */
function placeFor(position: Position | undefined, type: BlockTypeName, desk: Desk): string | null {
  const { blocks, selected } = desk
  if (position) {
    const afterId = afterIdFor(position, blocks)
    if (afterId !== undefined) return afterId
    throw new Refusal(`There is no ${'said' in position ? position.said : 'such'} block on this page.`)
  }
  if (selected) return selected.id
  if (type === 'hero') return null
  const last = blocks.at(-1)
  return (last?.type === 'cta' && type !== 'cta' ? blocks.at(-2)?.id : last?.id) ?? null
}

type Made = { block: Omit<Block, 'id'>; said: string }

function withWords(type: BlockTypeName, words: Words | undefined, desk: Desk): Made {
  const written = words && fromWords(type, words, desk)
  if (written) return written
  const prepared = fromTemplate(type, desk)
  if (prepared) return { block: prepared, said: ' with the words of the template, for you to change' }
  throw new Refusal(
    type === 'quote'
      ? 'Tell me what was said and by whom, such as: add a quote “It paid for itself in a week.” by Jane Doe, Acme.'
      : `Tell me what the ${type} block should hold, such as: add ${type} Acme, Globex and Initech.`,
  )
}

function fromWords(type: BlockTypeName, words: Words, desk: Desk): Made | undefined {
  const said = ` that says ${quoted(words.text)}`
  const texts = textsIn(words)
  const [first = '', second] = texts
  if (type === 'quote') return { block: { type, props: quoteProps(words.text), sources: [] }, said: '' }
  if (type === 'logos') {
    const names = words.text.split(/\s*(?:,|;|\band\b|&)\s*/i).filter((name) => name !== '')
    const items = names.slice(0, 24).map((name) => ({ name: fitted(name, { kind: 'text', maxLength: 80 }) }))
    return items.length > 0
      ? { block: { type, props: { items }, sources: [] }, said: ` with ${listed(names.slice(0, 24))}` }
      : undefined
  }
  if (type === 'text') return aboutTopic(words, texts, desk)
  if (type === 'hero' || type === 'cta') {
    const headline = fitted(first, { kind: 'rich', maxLength: 160 })
    const primaryAction = {
      label: desk.context.page.actions[0]?.buttonTitle.slice(0, 60) || 'Get in touch',
      link: 'action:primary',
    }
    const more = second
      ? { [type === 'hero' ? 'subheadline' : 'body']: fitted(second, { kind: 'rich', maxLength: 400 }) }
      : {}
    return {
      block: { type, props: { headline, ...more, primaryAction }, sources: [] } as Omit<Block, 'id'>,
      said,
    }
  }
  const prepared = fromTemplate(type, desk)
  if (!prepared) return undefined
  const heading = fitted(
    first.replace(/^./, (sign) => sign.toUpperCase()),
    { kind: 'rich', maxLength: 160 },
  )
  const block = { ...prepared, props: { ...prepared.props, heading } } as Omit<Block, 'id'>
  return { block, said: ` headed ${quoted(heading)}, with the words of the template below it` }
}

/** A section on a subject: what they said about it where something is known, else a heading that waits for words. */
function aboutTopic(words: Words, [first = '', second]: string[], desk: Desk): Made {
  const heading = (text: string) =>
    fitted(
      text.replace(/^./u, (sign) => sign.toUpperCase()),
      { kind: 'rich', maxLength: 160 },
    )
  if (second)
    return {
      block: {
        type: 'text',
        props: { heading: heading(first), body: fitted(second, { kind: 'paragraphs', maxLength: 8000 }) },
        sources: [],
      },
      said: ` headed ${quoted(first)}`,
    }
  if (words.quoted && /[.!?]$|.{60}/.test(first))
    return {
      block: {
        type: 'text',
        props: { body: fitted(first, { kind: 'paragraphs', maxLength: 8000 }) },
        sources: [],
      },
      said: ` that says ${quoted(first)}`,
    }
  const topic = first.replace(/^(?:their|the|our|your)\s+/i, '')
  const { points, sources } = pointsAbout(topic, desk.context)
  if (points.length > 0)
    return {
      block: { type: 'text', props: { heading: heading(topic), points }, sources },
      said: ` about ${topic} with what you noted of it`,
    }
  return {
    block: { type: 'text', props: { heading: heading(topic) }, sources: [] },
    said: ` headed ${quoted(topic)}, which has no text yet (tell me what it should say)`,
  }
}

/** `“It paid for itself.” by Jane Doe, CTO at Acme`. */
function quoteProps(text: string): Extract<Block, { type: 'quote' }>['props'] {
  const [, said = text, who] =
    /^["“«](.+)["”»]\s*(?:[-–—,]\s*|by\s+|from\s+|said\s+)*(.*)$/is.exec(text) ?? []
  const [name, ...role] = (who ?? '').split(',').map((part) => part.trim())
  return {
    quote: fitted(said, { kind: 'rich', maxLength: 600 }),
    ...(name ? { name: fitted(name, { kind: 'text', maxLength: 80 }) } : {}),
    ...(role.length > 0 ? { role: fitted(role.join(', '), { kind: 'text', maxLength: 120 }) } : {}),
  }
}

/** A block as the templates have it: the one for this type of page first, with what is known filled in. */
function fromTemplate(type: BlockTypeName, { context }: Desk): Omit<Block, 'id'> | undefined {
  // A quote is somebody's words, and a template has none.
  if (type === 'quote') return undefined
  const own = templates[context.page.pageType as TemplateName]
  const block = [own, ...Object.values(templates)]
    .flatMap((template) => template?.blocks ?? [])
    .find((candidate) => candidate.type === type)
  if (!block) return undefined
  const { account, person, brand, page } = context
  return fillPlaceholders({ theme: {}, blocks: [block] }, { account, person, brand, page }).blocks[0]
}

async function withAsset(type: BlockTypeName, words: Words | undefined, desk: Desk): Promise<Made> {
  const query = words?.text.replace(/^(?:of|the|our|a|an)\s+/i, '') ?? ''
  const found = await desk.context.searchAssets(query)
  const asset = found.find((candidate) => assetTypes[type]?.includes(candidate.type))
  if (!asset)
    throw new Refusal(
      `I found no ${type}${query ? ` for ${quoted(query)}` : ''} among your assets. Upload one first.`,
    )
  return {
    block: { type, props: assetProps(type, asset), sources: [] } as unknown as Omit<Block, 'id'>,
    said: ` with ${quoted(asset.name)}`,
  }
}

function assetProps(type: BlockTypeName, { assetId, name, aiDescription }: Asset) {
  const clean = (text: string, most: number) =>
    fitted([...text].slice(0, most).join(''), { kind: 'text', maxLength: most * 2 })
  if (type === 'image') return { picture: { assetId, alt: clean(aiDescription || name, 150) } }
  return type === 'video'
    ? { assetId, title: clean(name, 80) }
    : { assetId, title: clean(name, 80), height: 400 }
}
