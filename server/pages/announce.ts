import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { fileAddress } from '../files/addresses.ts'
import { type EventType, emit } from '../webhooks/events.ts'
import type { StoredPage } from './queries.ts'
import type { Page } from './schema.ts'

/** The context needed to create signed URLs. */
export type Addresses = Pick<AppContext, 'sign' | 'publicUrl' | 'config'>

/** A page as callers see it. Image URLs are regenerated each time, as they expire after hours. */
export function presentPage(context: Addresses, tenantId: string, page: StoredPage): Page {
  const { actionCardWidgets, ...rest } = page
  return {
    ...rest,
    actionCardWidgets: actionCardWidgets.map(({ logos, ...widget }) => ({
      ...widget,
      logos: logos.map(({ image }) => ({
        image: { ...image, url: fileAddress(context, tenantId, image.fileId, 'original') },
      })),
    })),
  }
}

/** Emits the event of a changed page, and returns the page as callers see it. */
export async function announcePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  type: EventType & `page.${string}`,
  stored: StoredPage,
): Promise<Page> {
  const page = presentPage(context, tenantId, stored)
  emit(tx, tenantId, type, page)
  return page
}
