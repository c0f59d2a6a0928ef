import { type Document, type PageAction, withoutPrompts } from '../../document/index.ts'
import { safeHref } from '../../shared/links.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import type { LockedAudience } from './queries.ts'
import type { CheckFinding } from './schema.ts'

/** The properties of a page and an audience that decide whether a version can be published. */
export type CheckedPage = {
  actions: PageAction[]
  headerActionId: string | null
  actionUrlOverride: string | null
}

/** Empty parts and actions without a URL: they block publishing unless an admin overrides. */
export function findBlockers(document: Document, page: CheckedPage): CheckFinding[] {
  return [...emptyParts(document), ...deadActions(page)]
}

function emptyParts(document: Document): CheckFinding[] {
  const { blocks } = withoutPrompts(document)
  if (blocks.length === 0) {
    const message = 'The page has nothing to show. Add a block, or fill in what its template asks for.'
    return [{ code: 'page_empty', path: '/blocks', message }]
  }
  const index = document.blocks.findIndex(({ type, hidden }) => type === 'hero' && !hidden)
  const hero = document.blocks[index]
  if (!hero || blocks.some(({ id }) => id === hero.id)) return []
  const message = 'The opening has no headline yet.'
  return [{ code: 'hero_empty', path: `/blocks/${index}/props/headline`, message }]
}

function deadActions({ actions, headerActionId, actionUrlOverride }: CheckedPage): CheckFinding[] {
  const [first] = actions.toSorted((a, b) => a.actionIndex - b.actionIndex)
  const main = actions.find(({ actionId }) => actionId === headerActionId) ?? first
  return actions.flatMap((action, index) => {
    const url = action === main ? (actionUrlOverride ?? action.url) : action.url
    if (safeHref(url) !== undefined) return []
    const message = `The action “${action.buttonTitle}” has no valid URL.`
    return [{ code: 'action_without_address' as const, path: `/page/actions/${index}/url`, message }]
  })
}

/** Throws if the version has blockers. */
export async function refuseBlocked(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId }: LockedAudience,
  document: Document,
): Promise<void> {
  const [page] = await tx<CheckedPage[]>`
    select p.actions, p.header_action_id, a.action_url_override from audiences a cross join pages p
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}
      and p.tenant_id = ${tenantId} and p.page_id = ${pageId}`
  const blockers = findBlockers(document, page ?? notFound('audience', audienceId))
  const [first] = blockers
  if (!first) return
  throw new Problem('check_failed', first.message, {
    errors: blockers.map(({ code, path, message }) => ({ path, message, code })),
  })
}
