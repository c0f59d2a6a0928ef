import { type Block, newBlockId } from '../../document/index.ts'
import { nameOf } from '../describe.ts'
import { draftOf, insertBlock, setNode } from '../edit.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Frame, type Outcome, refused } from '../outcome.ts'
import type { Page } from '../page.ts'
import { point } from '../references/point.ts'
import { resolve } from '../targets/resolve.ts'
import { isWord, stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { verbAt } from '../verbs.ts'
import { functionWords } from '../words/plain.ts'

export const imageWords = new Set(
  'image picture photo screenshot logo illustration pic photograph portrait headshot visual img video clip film'.split(
    ' ',
  ),
)
const noise = new Set(
  'the a an our my your with of in on to for from add insert put use show change replace swap set make display place give have instead just only as into name row new another hero section called named one that currently next beside at it its below under after above before between there here picture pictures image images photo photos using by library please and up include background'.split(
    ' ',
  ),
)

/** Puts an image from the asset library where it was asked for. Only assets that are there are used. */
export const imageFrame: Frame = async ({ tokens, source }, page) => {
  // "hero pic: use the dashboard screenshot": which one is said before.
  if (/^[^:]{2,40}\b(?:pic|picture|image|photo)\s*:/i.test(source)) return undefined
  const verb = verbAt(tokens, 0)
  const hasImage = tokens.some(({ norm }) => imageWords.has(norm))
  if (
    !verb ||
    !hasImage ||
    !['add', 'change', 'replace', 'move'].some((name) => verb.classes.has(name as 'add'))
  )
    return undefined
  if (
    tokens.some(
      (token) =>
        isWord(
          token,
          'alt',
          'caption',
          'generate',
          'ai',
          'wide',
          'wider',
          'width',
          'bigger',
          'smaller',
          'larger',
          'narrow',
          'narrower',
          'size',
          'full',
          'youtube',
          'vimeo',
        ) || token.kind === 'url',
    )
  )
    return undefined
  // "take the team photo off"
  if (isWord(tokens[0], 'take', 'get') && tokens.some((token) => isWord(token, 'off', 'away', 'out', 'down')))
    return undefined
  // "add Northwind as first logo": a name in the row of logos, which the library may have a picture of.
  if (/\bas (?:the |an? )?(?:\w+ )?logo\b/.test(tokens.map(({ norm }) => norm).join(' '))) return undefined
  // "the newer one": nobody can tell which.
  if (
    tokens.some(
      (token, index) =>
        isWord(token, 'newer', 'other', 'another', 'different', 'better', 'latest', 'updated', 'right') &&
        isWord(tokens[index + 1], 'one'),
    )
  )
    return undefined
  const assets = await page.context.searchAssets('')
  // "… instead of the team photo" names the one that goes.
  const contrast = tokens.findIndex(
    (token, index) =>
      (isWord(token, 'instead') && isWord(tokens[index + 1], 'of')) ||
      (isWord(token, 'place') && isWord(tokens[index - 1], 'in') && isWord(tokens[index + 1], 'of')),
  )
  const wanted = tokens.slice(verb.length, contrast === -1 ? undefined : contrast)
  const images = assets.filter(({ type }) => type === 'image')
  const isAny = wanted.every(({ norm, kind }) => kind === 'mark' || noise.has(norm) || imageWords.has(norm))
  const [only] = images
  const best =
    bestAsset(assets, wanted) ??
    (only && images.length === 1 && isAny
      ? {
          assetId: only.assetId,
          name: only.name,
          alt: only.aiDescription ?? only.name,
          words: new Set<string>(),
          type: only.type,
        }
      : undefined)
  const isNew =
    isWord(tokens[0], 'add', 'insert', 'include', 'place') ||
    (isWord(tokens[0], 'put') && wanted.some((token) => isWord(token, 'a', 'an', 'in')))
  if (!best) {
    if (
      !isNew ||
      !wanted.some((token) =>
        isWord(token, 'image', 'picture', 'photo', 'screenshot', 'video', 'illustration'),
      )
    )
      return undefined
    const names = assets.slice(0, 4).map(({ name }) => quoted(name, 40))
    return refused(
      `I found no such image in your library${names.length > 0 ? `; it has ${names.join(', ')}` : ''}. Upload it, then ask again.`,
    )
  }
  if (best.type === 'video') return undefined
  const rest = wanted.filter((token) => !best.words.has(stem(token.norm)) || imageWords.has(token.norm))
  return isNew ? addImage(best, wanted, page) : setImage(best, rest, wanted, page)
}

type Found = { assetId: string; name: string; alt: string; words: Set<string>; type: string }

/** The asset whose name has most of the words, and no other that has as many. */
function bestAsset(
  assets: Awaited<ReturnType<Page['context']['searchAssets']>>,
  tokens: Token[],
): Found | undefined {
  const said = new Set(
    tokens.flatMap(({ kind, norm, text }) =>
      kind === 'quote'
        ? wordsOf(text).map(stem)
        : noise.has(norm) && !imageWords.has(norm)
          ? []
          : [stem(norm)],
    ),
  )
  const scored = assets.map(({ assetId, name, purpose, aiDescription, type }) => {
    const words = new Set(
      wordsOf(name)
        .filter((word) => !functionWords.has(word))
        .map(stem),
    )
    const hits = [...words].filter((word) => said.has(word) && !imageWords.has(word)).length
    const more = wordsOf(`${purpose} ${aiDescription ?? ''}`).filter(
      (word) => word.length > 3 && said.has(stem(word)) && !imageWords.has(word),
    ).length
    return {
      found: { assetId, name, alt: aiDescription ?? name, words, type },
      points:
        hits * 3 +
        Math.min(2, more) +
        ([...words].filter((word) => said.has(word)).length === words.size ? 2 : 0),
    }
  })
  scored.sort((a, b) => b.points - a.points)
  const [first, second] = scored
  return first && first.points >= 3 && first.points > (second?.points ?? 0) ? first.found : undefined
}

/** The image of the library that a phrase names. */
export function imageNamed(
  assets: Awaited<ReturnType<Page['context']['searchAssets']>>,
  phrase: string,
): { assetId: string; name: string; alt: string } | undefined {
  return bestAsset(
    assets.filter(({ type }) => type === 'image'),
    tokenise(phrase.slice(0, 200)),
  )
}

function addImage(asset: Found, tokens: Token[], page: Page): Outcome | undefined {
  const draft = draftOf(page)
  const at = tokens.findIndex((token) =>
    isWord(
      token,
      'below',
      'under',
      'after',
      'above',
      'before',
      'beneath',
      'to',
      'in',
      'into',
      'next',
      'beside',
    ),
  )
  const relation = tokens[at]
  const target =
    at === -1
      ? undefined
      : resolve(tokens.slice(at + 1), page, {
          fits: (node) => (node.kind === 'block' ? 1 : node.isItem ? 0 : null),
        })
  const node = target?.kind === 'found' ? target.nodes[0] : undefined
  if (at !== -1 && !node) return undefined
  if (node && isWord(relation, 'to', 'in', 'into', 'next', 'beside')) {
    const picture = node.children.find(({ prop }) => prop === 'picture')
    if (picture) return setPicture(picture, asset, page)
  }
  const id = newBlockId(page.document, 'image', asset.assetId)
  const block = {
    id,
    type: 'image',
    props: { picture: { assetId: asset.assetId, alt: asset.alt } },
    sources: [],
  } as unknown as Block
  const side = isWord(relation, 'above', 'before') ? ('before' as const) : ('after' as const)
  const after = afterIdFor({ anchor: node ? { node, side } : undefined, isTop: false, isEnd: false }, page)
  return {
    kind: 'done',
    draft: insertBlock(draft, block, after),
    said: `added the image ${quoted(asset.name)}${node ? ` ${side === 'after' ? 'below' : 'above'} ${nameOf(node, page)}` : ''}`,
    focus: [`${id}/`],
  }
}

function setImage(asset: Found, rest: Token[], all: Token[], page: Page): Outcome | undefined {
  const own = page.nodes.filter(
    (node) =>
      node.isItem &&
      node.children.some(({ prop }) => prop === 'picture') &&
      node.labelStems.size > 0 &&
      [...node.labelStems].every((word) => asset.words.has(word)),
  )
  const slot = own.length === 1 ? own[0]?.children.find(({ prop }) => prop === 'picture') : undefined
  if (slot) return setPicture(slot, asset, page)
  const pictures = (node: Node) =>
    node.prop === 'picture' ? 2 : node.children.some(({ prop }) => prop === 'picture') ? 1 : null
  const at = rest.findIndex((token) => isWord(token, 'to', 'with', 'for', 'by', 'as', 'in', 'on', 'instead'))
  const sides = at === -1 ? [rest] : [rest.slice(0, at), rest.slice(at + 1)]
  // "the team photo in the hero", "as hero picture": what comes after says where.
  if (isWord(rest[at], 'in', 'on', 'as')) sides.reverse()
  for (const side of [
    ...sides,
    all.filter(({ norm }) => !/^(?:image|picture|photo|instead|just|name|show)$/.test(norm)),
  ]) {
    const words = side.filter(
      (token) =>
        token.kind === 'word' &&
        !functionWords.has(token.norm) &&
        !isWord(token, 'just', 'only', 'the', 'name', 'show', 'image', 'of', 'instead', 'with', 'to'),
    )
    if (words.length === 0) continue
    const [meant] = point(side.map(({ text }) => text).join(' '), page)
    const named = meant && meant.likelihood > 0.9 && meant.nodes[0] ? slotOf(meant.nodes[0]) : undefined
    if (named) return setPicture(named, asset, page)
    const found = resolve(
      side.filter((token) => !isWord(token, 'just', 'name', 'row', 'instead', 'show')),
      page,
      { fits: pictures },
    )
    if (found.kind !== 'found') continue
    const node = found.nodes[0] as Node
    const picture = node.prop === 'picture' ? node : node.children.find(({ prop }) => prop === 'picture')
    if (picture) return setPicture(picture, asset, page)
  }
  const images = page.nodes.filter(
    (node) => node.prop === 'picture' && node.parent?.kind === 'block' && node.block?.type === 'image',
  )
  const isPlain = rest
    .slice(0, at === -1 ? undefined : at)
    .every(({ norm, kind }) => kind !== 'word' || imageWords.has(norm) || noise.has(norm))
  return isPlain && images.length === 1 && images[0] ? setPicture(images[0], asset, page) : undefined
}

export const isPictured = ({ kind, prop }: Node) => kind === 'group' && prop === 'picture'

/** Where the picture of a thing is: in a section, in an item of it, or beside the name under a letter. */
export function slotOf(node: Node): Node | undefined {
  if (isPictured(node)) return node
  if (node.kind === 'asset') return node.parent
  const signature = node.children.find(({ prop }) => prop === 'signature')
  return node.children.find(isPictured) ?? signature?.children.find(isPictured)
}

export function setPicture(
  picture: Node,
  asset: Pick<Found, 'assetId' | 'name' | 'alt'>,
  page: Page,
): Outcome {
  const old = picture.value as { assetId?: string } | undefined
  if (old?.assetId === asset.assetId)
    return refused(`${nameOf(picture, page).replace(/^t/, 'T')} is ${quoted(asset.name)} already.`)
  const draft = setNode(draftOf(page), picture, { assetId: asset.assetId, alt: asset.alt })
  return {
    kind: 'done',
    draft,
    said: `made ${quoted(asset.name)} ${nameOf(picture, page)}`,
    focus: [picture.key],
  }
}

function afterIdFor(
  place: { anchor?: { node: Node; side: 'before' | 'after' } | undefined; isTop: boolean; isEnd: boolean },
  page: Page,
): string | null {
  const { blocks } = page.document
  const anchor = place.anchor?.node.block
  if (anchor)
    return place.anchor?.side === 'after' ? anchor.id : (blocks[blocks.indexOf(anchor) - 1]?.id ?? null)
  if (place.isTop) return null
  const last = blocks.at(-1)
  return (last?.type === 'cta' && !place.isEnd ? blocks.at(-2)?.id : last?.id) ?? null
}
