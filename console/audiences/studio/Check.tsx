import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { Shape } from '../../api/schema.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { checkQuery, type Version, type Where } from './queries.ts'

type Finding = Shape<'CheckFinding'>

type Props = {
  where: Where
  version: Version
  blockIds: string[]
  onReveal: (blockId: string) => void
}

/** What stands in the way of publishing a draft, and what is worth a look before. */
export function Check({ where, version, blockIds, onReveal }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(checkQuery(where, version.versionId))
  if (!data) return null
  const { errors, warnings } = data
  const count = errors.length + warnings.length
  const icon = errors.length > 0 ? CircleAlert : count > 0 ? TriangleAlert : CircleCheck
  const label = count === 0 ? 'Ready to publish' : `${count} to check`
  const open = ({ path }: Finding) => {
    const blockId = blockIds[Number(/^\/blocks\/(\d+)/.exec(path)?.[1] ?? Number.NaN)]
    if (!blockId) return
    setIsOpen(false)
    onReveal(blockId)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button look="quiet" icon={icon} aria-label={label}>
          <span className="max-xl:hidden">{label}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className="z-40 w-88 max-w-[calc(100vw-2rem)] animate-rise rounded-xl border border-line bg-raised p-1.5 shadow-float outline-none"
        >
          {count === 0 && <p className="p-2.5 text-sm text-quiet">Ready to publish.</p>}
          <Findings title="Before you can publish" findings={errors} isError onOpen={open} />
          <Findings title="Suggestions" findings={warnings} onOpen={open} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type FindingsProps = {
  title: string
  findings: Finding[]
  isError?: boolean
  onOpen: (finding: Finding) => void
}

function Findings({ title, findings, isError = false, onOpen }: FindingsProps) {
  if (findings.length === 0) return null
  const Icon = isError ? CircleAlert : TriangleAlert
  return (
    <section className="thin-scroll max-h-[50vh] overflow-y-auto">
      <h2 className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">{title}</h2>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.path} ${finding.message}`}>
            <button
              type="button"
              onClick={() => onOpen(finding)}
              className="flex w-full gap-2.5 rounded-lg p-2.5 text-start text-sm hover:bg-sunken"
            >
              <Icon
                aria-hidden
                className={cx('mt-0.5 size-4 shrink-0', isError ? 'text-danger' : 'text-quiet')}
              />
              {finding.message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
