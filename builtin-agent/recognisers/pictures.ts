import { type Block, newBlockId } from '../../document/index.ts'
import { nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import { draftOf, insertBlock } from '../operations/edit.ts'
import { imageNamed } from '../operations/pictures.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'

const form =
  /^(?:please\s+|can you\s+|could you\s+)?(?:add|insert|put(?: in)?|place|include)\s+((?:an?|the|our|another)\s+[^.:"“]{0,60}?\b(?:image|picture|photo|screenshot)\b[^.:"“]{0,60}?)\s+(?:right |directly |just )?(below|under|underneath|after|above|before)\s+(.{2,80}?)[.!]?$/i

/** Adds a picture of the library as a section. */
export async function recognisePicture(message: string, page: OpenPage): Promise<Outcome | undefined> {
  const [, phrase, side = '', place = ''] = message.length < 300 ? (form.exec(message.trim()) ?? []) : []
  const [near] = phrase ? (point(place, page)[0]?.nodes ?? []) : []
  if (!phrase || !near?.block) return undefined
  const assets = (await page.context.searchAssets('')).filter(({ type }) => type === 'image')
  const [only] = assets.length === 1 ? assets : []
  const found =
    imageNamed(assets, phrase) ??
    (only && /^\S+\s+\S+$/.test(phrase) ? { ...only, alt: only.aiDescription ?? only.name } : undefined)
  if (!found) {
    const names = assets.slice(0, 4).map(({ name }) => quoted(name, 40))
    const there = names.length > 0 ? `; it has ${names.join(', ')}` : ''
    return refused(`I found no such image in your library${there}. Upload it, then ask again.`)
  }
  const isAbove = /^(?:above|before)$/i.test(side)
  const { blocks } = page.document
  const at = blocks.findIndex(({ id }) => id === near.block?.id)
  const id = newBlockId(page.document, 'image', found.assetId)
  const props = { picture: { assetId: found.assetId, alt: found.alt } }
  const block: Block = { id, type: 'image', props, sources: [] }
  const afterId = (isAbove ? blocks[at - 1]?.id : near.block.id) ?? null
  return {
    kind: 'done',
    draft: insertBlock(draftOf(page), block, afterId),
    said: `added the image ${quoted(found.name)} ${isAbove ? 'above' : 'below'} ${nameOf(near.above.at(-1) ?? near, page)}`,
    focus: [`${id}/`],
  }
}
