import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { fileAddress } from '../files/addresses.ts'
import { type EventType, emit } from '../webhooks/events.ts'
import type { StoredPage } from './queries.ts'
import type { Page } from './schema.ts'

/** What it takes to write addresses that work without a key. */
export type Addresses = Pick<AppContext, 'sign' | 'publicUrl' | 'config'>

/** A page as callers see it. The addresses of its pictures are made anew each time, as they are good for hours only. */
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

/** Tells those who listen what became of a page, and returns it as they see it. */
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
