import { nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { functionWords } from '../words/plain.ts'
import { draftOf, setNode } from './edit.ts'

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

/** A picture of the library. */
type Picture = { assetId: string; name: string; alt: string }

/** Finds a picture of the library by what it is called. */
export type PictureOf = (phrase: string) => Picture | undefined

/** The asset whose name shares most words with the tokens; undefined if two share as many. */
function bestAsset(
  assets: Awaited<ReturnType<OpenPage['context']['searchAssets']>>,
  tokens: Token[],
): Picture | undefined {
  const said = new Set(
    tokens.flatMap(({ kind, norm, text }) =>
      kind === 'quote'
        ? wordsOf(text).map(stem)
        : noise.has(norm) && !imageWords.has(norm)
          ? []
          : [stem(norm)],
    ),
  )
  const scored = assets.map(({ assetId, name, purpose, aiDescription }) => {
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
      found: { assetId, name, alt: aiDescription ?? name },
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
  assets: Awaited<ReturnType<OpenPage['context']['searchAssets']>>,
  phrase: string,
): Picture | undefined {
  return bestAsset(
    assets.filter(({ type }) => type === 'image'),
    tokenise(phrase.slice(0, 200)),
  )
}

export const isPictured = ({ kind, prop }: Node) => kind === 'group' && prop === 'picture'

/** The picture of an object: of a section, an item, or the signature of a letter. */
export function slotOf(node: Node): Node | undefined {
  if (isPictured(node)) return node
  if (node.kind === 'asset') return node.parent
  const signature = node.children.find(({ prop }) => prop === 'signature')
  return node.children.find(isPictured) ?? signature?.children.find(isPictured)
}

export function setPicture(picture: Node, asset: Picture, page: OpenPage): Outcome {
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
