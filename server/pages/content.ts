import { randomBytes } from 'node:crypto'
import { actionOf, linkError, linkHelp } from '../../shared/links.ts'
import { invalid } from '../../shared/problem.ts'
import type {
  Action,
  ActionInput,
  FooterLinkGroup,
  FooterLinkGroupInput,
  Script,
  ScriptInput,
} from './parts.ts'
import type { PageContent } from './queries.ts'
import type { PagePatch } from './schema.ts'

/** 50 bits: parts must be unique within one page only. */
function newPartId(): string {
  return Array.from(randomBytes(10), (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32]).join('')
}

/** Fills in defaults of the fields that a body contains; absent fields stay absent. */
export function completeContent<T extends Omit<PagePatch, 'actionCardWidgets'>>(body: T) {
  const { actions, scripts, footerLinks, ...rest } = body
  return {
    ...rest,
    ...(actions && { actions: actions.map(completeAction) }),
    ...(scripts && { scripts: scripts.map(completeScript) }),
    ...(footerLinks && { footerLinks: footerLinks.map(completeGroup) }),
  }
}

function completeAction(input: ActionInput, index: number): Action {
  return { actionId: newPartId(), actionIndex: index, purpose: '', actionType: 'link', ...input }
}

function completeScript(input: ScriptInput): Script {
  return { enabled: true, description: '', ...input }
}

function completeGroup({ links, ...group }: FooterLinkGroupInput): FooterLinkGroup {
  return { id: newPartId(), ...group, links: links.map((link) => ({ id: newPartId(), ...link })) }
}

/** Checks across fields: duplicate ids, invalid links, an unknown header action. */
export function checkContent({ actions, footerLinks, headerActionId }: PageContent) {
  const ids = new Set<string>()
  const claim = (id: string, path: string) => {
    if (ids.has(id)) throw invalid(path, 'is used twice on this page')
    ids.add(id)
  }
  actions.forEach(({ actionId, url }, i) => {
    claim(actionId, `/actions/${i}/actionId`)
    checkUrl(url, `/actions/${i}/url`)
  })
  footerLinks.forEach(({ id, links }, i) => {
    claim(id, `/footerLinks/${i}/id`)
    links.forEach((link, j) => {
      claim(link.id, `/footerLinks/${i}/links/${j}/id`)
      checkUrl(link.url, `/footerLinks/${i}/links/${j}/url`)
    })
  })
  if (headerActionId !== null && !actions.some(({ actionId }) => actionId === headerActionId))
    throw invalid('/headerActionId', 'does not match an action of the page')
}

/** Allows the same links as documents, except links to another action. */
function checkUrl(url: string, path: string) {
  const wrong = actionOf(url) === undefined ? linkError(url) : linkHelp
  if (wrong === undefined) return
  throw invalid(
    path,
    wrong === linkHelp ? 'must be an https:, mailto: or tel: address, or a path on the site' : wrong,
  )
}
