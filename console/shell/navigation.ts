import {
  Bell,
  Building2,
  Contact,
  Eye,
  FileText,
  House,
  Images,
  Link2,
  ListPlus,
  type LucideIcon,
  Palette,
  Plug,
  ScrollText,
  Send,
  Sparkles,
  Upload,
  Users,
  Webhook,
} from 'lucide-react'
import type { Scope } from '../api/session.ts'

export type NavItem = {
  label: string
  /** The path of its screen. */
  to: string
  icon: LucideIcon
  /** The shortcut that opens it. */
  keys: string
  /** Other search words in ⌘K. */
  words?: string
  /** The scope that a key needs to see it. */
  scope?: Scope
}

/** The items of the rail and ⌘K, in groups. */
export const navGroups: { label?: string; places: NavItem[] }[] = [
  {
    places: [
      { label: 'Home', to: '/home', icon: House, keys: 'g h', words: 'start overview first steps guide' },
      { label: 'Pages', to: '/pages', icon: FileText, keys: 'g p' },
      { label: 'Accounts', to: '/accounts', icon: Building2, keys: 'g a' },
      { label: 'People', to: '/persons', icon: Contact, keys: 'g o' },
      { label: 'Assets', to: '/assets', icon: Images, keys: 'g s' },
      { label: 'Brand', to: '/brand', icon: Palette, keys: 'g b', words: 'colours colors logo fonts look' },
    ],
  },
  {
    label: 'Reach',
    places: [
      {
        label: 'Releases',
        to: '/releases',
        icon: Send,
        keys: 'g r',
        words: 'batches csv scheduled publish undo jobs',
      },
      { label: 'Visits', to: '/visits', icon: Eye, keys: 'g v', words: 'sessions analytics who read' },
      {
        label: 'Notices',
        to: '/notices',
        icon: Bell,
        keys: 'g n',
        words: 'notifications bell alerts slack teams email',
      },
      { label: 'Links', to: '/links', icon: Link2, keys: 'g l', words: 'domains paths addresses' },
    ],
  },
  {
    label: 'Administer',
    places: [
      {
        label: 'Team',
        to: '/team',
        icon: Users,
        keys: 'g t',
        words: 'members people roles invite users invitations',
        scope: 'admin',
      },
      {
        label: 'Agent',
        to: '/agent',
        icon: Sparkles,
        keys: 'g e',
        words: 'ai language model llm anthropic openai',
        scope: 'admin',
      },
      {
        label: 'Custom fields',
        to: '/fields',
        icon: ListPlus,
        keys: 'g f',
        words: 'properties attributes own',
        scope: 'admin',
      },
      { label: 'Webhooks', to: '/webhooks', icon: Webhook, keys: 'g w', scope: 'admin' },
      {
        label: 'Programs',
        to: '/programs',
        icon: Plug,
        keys: 'g k',
        words: 'keys api mcp assistants apps claude cursor connect',
        scope: 'admin',
      },
      {
        label: 'Audit log',
        to: '/audit',
        icon: ScrollText,
        keys: 'g u',
        words: 'who changed history sign-ins security',
        scope: 'admin',
      },
    ],
  },
]

/** Items that only ⌘K shows. */
export const otherNavItems: Omit<NavItem, 'keys'>[] = [
  {
    label: 'Import accounts and people',
    to: '/accounts/import',
    icon: Upload,
    words: 'csv upload spreadsheet crm companies contacts',
    scope: 'write',
  },
]
