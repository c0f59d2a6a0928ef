import { invalid } from '../../shared/problem.ts'
import { findPictures } from '../assets/queries.ts'
import type { Tx } from '../database/database.ts'
import type { ActionCardWidgetInput, StoredWidget } from './parts.ts'

/** Finds the file of every image, so that reading a page needs no asset lookup. */
export async function completeWidgets(
  tx: Tx,
  tenantId: string,
  inputs: ActionCardWidgetInput[],
): Promise<StoredWidget[]> {
  const assetIds = inputs.flatMap(({ logos = [] }) => logos.map(({ image }) => image.assetId))
  const files = await findPictures(tx, tenantId, assetIds)
  return inputs.map(({ type = 'logos', title = '', logos = [] }, i) => ({
    type,
    title,
    logos: logos.map(({ image: { assetId, altText = '', fileId: given } }, j) => {
      const at = `/actionCardWidgets/${i}/logos/${j}/image`
      const fileId = files.get(assetId)
      if (fileId === undefined) throw invalid(`${at}/assetId`, 'does not match an image')
      if (given !== undefined && given !== fileId)
        throw invalid(`${at}/fileId`, 'is not the file of that asset')
      return { image: { altText, fileId, assetId } }
    }),
  }))
}
