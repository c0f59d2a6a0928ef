import {
  type AnyValidator,
  type Constrain,
  createRoute,
  type DefaultValidator,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { readAccount, readAccounts } from './accounts/search.ts'
import { readAssets } from './assets/search.ts'
import { readStudio } from './audiences/search.ts'
import { readAudit } from './audit/search.ts'
import { readBatch, readBatches, readImport, readNewBatch } from './batches/search.ts'
import { readBrand } from './brands/search.ts'
import { readFields } from './fields/search.ts'
import { readHome } from './home/search.ts'
import { readLinks } from './links/search.ts'
import { readNotices } from './notices/search.ts'
import { readPage, readPages } from './pages/search.ts'
import { readPerson, readPersons } from './persons/search.ts'
import { readPrograms } from './programs/search.ts'
import { readReleases } from './releases/search.ts'
import { adminOnly } from './shell/AdminOnly.tsx'
import { lazyScreen, shellRoute } from './shell/routes.ts'
import { readTeam } from './team/search.ts'
import { readRequest } from './terminal/search.ts'
import { reader, text } from './ui/address.ts'
import { readVisits } from './visits/search.ts'
import { readWebhook, readWebhooks } from './webhooks/search.ts'

/** A screen beside the rail: its component, and the search parameters that its address may hold. */
function screen<const Path extends string, Name extends string, Reader = undefined>(
  path: Path,
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  validateSearch?: Constrain<Reader, AnyValidator, DefaultValidator>,
) {
  const component = lazyScreen(load, name)
  return createRoute({ getParentRoute: () => shellRoute, path, component, validateSearch })
}

/** A screen that only admins may open, with the title that others see. */
function adminScreen<const Path extends string, Name extends string, Reader = undefined>(
  path: Path,
  title: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  validateSearch?: Constrain<Reader, AnyValidator, DefaultValidator>,
) {
  const component = lazyScreen(async () => ({ Screen: adminOnly(title, (await load())[name]) }), 'Screen')
  return createRoute({ getParentRoute: () => shellRoute, path, component, validateSearch })
}

/** The addresses of all screens beside the rail. */
export const screens = [
  screen('/home', () => import('./home/HomeScreen.tsx'), 'HomeScreen', readHome),
  screen('/pages', () => import('./pages/PagesScreen.tsx'), 'PagesScreen', readPages),
  screen('/pages/$pageId', () => import('./pages/PageScreen.tsx'), 'PageScreen', readPage),
  screen('/pages/$pageId/conflicts', () => import('./releases/ConflictsScreen.tsx'), 'ConflictsScreen'),
  screen('/releases', () => import('./releases/ReleasesScreen.tsx'), 'ReleasesScreen', readReleases),
  // `block` is the one that is selected first.
  screen(
    '/pages/$pageId/audiences/$audienceId/edit',
    () => import('./content/DraftScreen.tsx'),
    'DraftScreen',
    reader({ block: text }),
  ),
  screen(
    '/pages/$pageId/audiences/$audienceId',
    () => import('./audiences/studio/StudioScreen.tsx'),
    'StudioScreen',
    readStudio,
  ),
  screen('/accounts', () => import('./accounts/AccountsScreen.tsx'), 'AccountsScreen', readAccounts),
  screen('/accounts/$accountId', () => import('./accounts/AccountScreen.tsx'), 'AccountScreen', readAccount),
  screen('/persons', () => import('./persons/PersonsScreen.tsx'), 'PersonsScreen', readPersons),
  screen('/persons/$personId', () => import('./persons/PersonScreen.tsx'), 'PersonScreen', readPerson),
  screen('/assets', () => import('./assets/AssetsScreen.tsx'), 'AssetsScreen', readAssets),
  screen('/brand', () => import('./brands/BrandScreen.tsx'), 'BrandScreen', readBrand),
  screen('/links', () => import('./links/LinksScreen.tsx'), 'LinksScreen', readLinks),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/batches',
    validateSearch: readBatches,
    // Batches are listed with releases.
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/releases', search: { ...search, kind: 'batch' }, replace: true })
    },
  }),
  screen('/batches/new', () => import('./batches/NewBatchScreen.tsx'), 'NewBatchScreen', readNewBatch),
  screen('/accounts/import', () => import('./batches/ImportScreen.tsx'), 'ImportScreen', readImport),
  screen('/batches/$batchId', () => import('./batches/BatchScreen.tsx'), 'BatchScreen', readBatch),
  screen('/visits', () => import('./visits/VisitsScreen.tsx'), 'VisitsScreen', readVisits),
  screen('/notices', () => import('./notices/NoticesScreen.tsx'), 'NoticesScreen', readNotices),
  adminScreen('/agent', 'Agent settings', () => import('./agent/AgentScreen.tsx'), 'AgentScreen'),
  adminScreen(
    '/fields',
    'Custom fields',
    () => import('./fields/FieldsScreen.tsx'),
    'FieldsScreen',
    readFields,
  ),
  adminScreen(
    '/webhooks',
    'Webhooks',
    () => import('./webhooks/WebhooksScreen.tsx'),
    'WebhooksScreen',
    readWebhooks,
  ),
  adminScreen(
    '/webhooks/$subscriptionId',
    'Webhooks',
    () => import('./webhooks/WebhookScreen.tsx'),
    'WebhookScreen',
    readWebhook,
  ),
  adminScreen(
    '/programs',
    'Programs',
    () => import('./programs/ProgramsScreen.tsx'),
    'ProgramsScreen',
    readPrograms,
  ),
  // The former path of API keys, which bookmarks and e-mails link to.
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/keys',
    validateSearch: readPrograms,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/programs', search, replace: true })
    },
  }),
  adminScreen('/team', 'Team', () => import('./team/TeamScreen.tsx'), 'TeamScreen', readTeam),
  screen('/you', () => import('./you/YouScreen.tsx'), 'YouScreen'),
  screen('/terminal', () => import('./terminal/TerminalScreen.tsx'), 'TerminalScreen', readRequest),
  adminScreen('/audit', 'Audit log', () => import('./audit/AuditScreen.tsx'), 'AuditScreen', readAudit),
] as const
