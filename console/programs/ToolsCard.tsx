import { useState } from 'react'
import { roles } from '../../shared/roles.ts'
import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import type { McpInfo } from './queries.ts'

const shownRoles = ['viewer', 'editor', 'publisher'] as const
const order = ['read', 'write', 'publish'] as const
const mostTokens = 6_000
const firstShown = 9

/** The tools that an assistant has in each role, and how much of its context their definitions take. */
export function ToolsCard({ info }: { info: McpInfo }) {
  const [role, setRole] = useState<(typeof shownRoles)[number]>('editor')
  const [isWhole, setWhole] = useState(false)
  const { scope } = roles[role]
  const has = info.tools.filter((tool) => order.indexOf(tool.scope) <= order.indexOf(scope))
  const shown = isWhole ? has : has.slice(0, firstShown)
  const tokens = info.tokens[scope]
  return (
    <section className="rounded-xl border border-line bg-raised">
      <div className="p-4">
        <h2 className="text-base font-semibold">What an assistant sees</h2>
        <fieldset className="mt-3 grid grid-cols-3 rounded-lg bg-sunken p-0.5">
          <legend className="sr-only">Role</legend>
          {shownRoles.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === role}
              onClick={() => setRole(each)}
              className={cx(
                'h-7 rounded-md text-sm font-medium max-md:h-10',
                each === role ? 'border border-edge bg-raised text-ink' : 'text-quiet hover:text-ink',
              )}
            >
              {roles[each].label}
            </button>
          ))}
        </fieldset>
        <ul className="mt-3 space-y-1.5">
          {shown.map(({ name, title }) => (
            <li key={name} className="truncate text-sm" title={title}>
              <code dir="ltr">{name}</code>
            </li>
          ))}
        </ul>
        {has.length > firstShown && (
          <button
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="mt-2 rounded-sm py-1 text-sm text-quiet underline decoration-edge underline-offset-4 hover:text-ink max-md:py-3"
          >
            {isWhole ? 'Show fewer' : `and ${has.length - firstShown} more`}
          </button>
        )}
        {role !== 'publisher' && (
          <p className="text-sm text-quiet">
            Publishing isn’t among them for {roles[role].label.toLowerCase()}s.
          </p>
        )}
      </div>
      <div className="border-t border-line p-4">
        <p className="flex justify-between text-sm">
          <span className="text-quiet">Tool descriptions take</span>
          <span className="font-medium">{exactNumber(tokens)} tokens</span>
        </p>
        <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full rounded-full bg-good" style={{ width: `${(tokens / mostTokens) * 100}%` }} />
        </div>
        <p className="mt-2 text-xs text-quiet">Never more than {exactNumber(mostTokens)}.</p>
      </div>
    </section>
  )
}
