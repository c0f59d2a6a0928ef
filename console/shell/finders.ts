import { Building2, Contact, FileText, Images, type LucideIcon, Users } from 'lucide-react'
import { api } from '../api/client.ts'

/** A search result in ⌘K with its URL. */
export type SearchResult = { id: string; label: string; hint?: string; href: string }

type Finder = {
  label: string
  icon: LucideIcon
  find: (query: string, signal: AbortSignal) => Promise<SearchResult[]>
}

const limit = 5

/** The searches that ⌘K runs while the user types, one for each noun that can be searched. */
export const finders: Finder[] = [
  {
    label: 'Pages',
    icon: FileText,
    find: async (query, signal) => {
      const { items } = await api.pages.search({ query, limit }, { signal })
      return items.map(({ pageId, name }) => ({ id: pageId, label: name, href: `/pages/${pageId}` }))
    },
  },
  {
    label: 'Audiences',
    icon: Users,
    find: async (query, signal) => {
      const { items } = await api.audiences.search({ query, limit }, { signal })
      return items.map(({ audienceId, effectiveName, pageId, pageName }) => ({
        id: audienceId,
        label: effectiveName,
        hint: pageName,
        href: `/pages/${pageId}/audiences/${audienceId}`,
      }))
    },
  },
  {
    label: 'Accounts',
    icon: Building2,
    find: async (query, signal) => {
      const { items } = await api.accounts.list({ query, limit }, { signal })
      return items.map(({ accountId, name, domain }) => ({
        id: accountId,
        label: name ?? domain,
        ...(name && { hint: domain }),
        href: `/accounts/${accountId}`,
      }))
    },
  },
  {
    label: 'People',
    icon: Contact,
    find: async (query, signal) => {
      const { items } = await api.persons.list({ query, limit }, { signal })
      return items.map(({ personId, name, email }) => ({
        id: personId,
        label: name ?? email ?? '',
        ...(name && email && { hint: email }),
        href: `/persons/${personId}`,
      }))
    },
  },
  {
    label: 'Assets',
    icon: Images,
    find: async (query, signal) => {
      const { items } = await api.assets.search({ query, limit }, { signal })
      return items.map(({ assetId, name }) => ({
        id: assetId,
        label: name,
        href: `/assets?asset=${assetId}`,
      }))
    },
  },
]
