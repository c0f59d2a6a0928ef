import { Check, Minus } from 'lucide-react'
import { Fragment } from 'react'
import { abilities, includesRole, type Role, roleNames, roles } from '../../shared/roles.ts'
import { useSession } from '../api/session.ts'
import { cx } from '../ui/cx.ts'
import type { TeamRow } from './words.ts'

/** The permissions of each role, with the user's own highlighted. */
export function RolesTab({ rows }: { rows: TeamRow[] }) {
  const own = useSession().user?.role
  return (
    <section
      aria-label="Roles"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll min-h-0 flex-1 overflow-auto px-4 py-6 focus-visible:-outline-offset-2 md:px-6"
    >
      <div className="mx-auto max-w-4xl">
        <p className="max-w-[65ch] text-sm text-quiet">
          A role is a set of scopes, the same ones that keys have. Nobody can give a role above their own, and
          a key never reaches further than the person who made it.
        </p>
        <table className="mt-5 w-full min-w-xl border-collapse text-sm">
          <thead>
            <tr className="border-b border-line">
              <td className="w-full" />
              {roleNames.map((role) => (
                <th
                  key={role}
                  scope="col"
                  className={cx('min-w-28 px-2 py-3 text-center', tint(role, own), 'rounded-t-lg')}
                >
                  <span className="block font-semibold">{roles[role].label}</span>
                  <span className="block text-xs font-normal text-quiet">{peopleOf(rows, role, own)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {abilities.map(({ group, items }) => (
              <Fragment key={group}>
                <tr className="border-b border-line">
                  <th scope="rowgroup" className="pt-5 pb-2 text-start text-xs font-medium text-quiet">
                    {group}
                  </th>
                  {roleNames.map((role) => (
                    <td key={role} className={tint(role, own)} />
                  ))}
                </tr>
                {items.map(({ text, from }) => (
                  <tr key={text} className="border-b border-line">
                    <th scope="row" className="py-2 pe-4 text-start font-normal">
                      {text}
                    </th>
                    {roleNames.map((role) => (
                      <td key={role} className={cx('text-center', tint(role, own))}>
                        <May may={includesRole(role, from)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function May({ may }: { may: boolean }) {
  const Icon = may ? Check : Minus
  return (
    <>
      <Icon aria-hidden className={cx('mx-auto size-4', may ? 'text-good' : 'text-faint')} />
      <span className="sr-only">{may ? 'yes' : 'no'}</span>
    </>
  )
}

const tint = (role: Role, own: Role | undefined) => (role === own ? 'bg-tint' : '')

function peopleOf(rows: TeamRow[], role: Role, own: Role | undefined): string {
  const count = rows.filter((row) => row.kind === 'member' && row.member.role === role).length
  const people = count === 1 ? '1 person' : `${count} people`
  return role === own ? (count === 1 ? 'Only you' : `${people}, you`) : people
}
