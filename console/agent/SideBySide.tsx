import type { ReactNode } from 'react'
import { type CheckRecord, type Checks, costsOf, medianMs, worksOf } from './checks.ts'
import { checkNames, failureWords, inDollars, inSeconds } from './words.ts'

/** Compares the checked models with the built-in agent, whose results are known. */
export function SideBySide({ checks }: { checks: Checks }) {
  const records = Object.entries(checks.records).filter(([, { lines }]) => lines.length > 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label="Side by side" tabIndex={0} className="thin-scroll overflow-x-auto">
      <table className="w-full text-start text-sm tabular-nums">
        <thead>
          <tr className="border-y border-line text-xs text-quiet">
            {['Side by side', 'Right', 'A change takes', 'It costs', 'Your data'].map((head) => (
              <th key={head} scope="col" className="py-2 pe-4 text-start font-normal whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row
            name="Built-in"
            right={<span className="text-quiet">Exact words only</span>}
            takes="At once"
            costs="$0"
            data="Stays on this server"
          />
          {records.map(([key, record]) => (
            <RecordRow key={key} record={record} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RecordRow({ record }: { record: CheckRecord }) {
  const median = medianMs(record.lines)
  const costs = costsOf(record.lines)
  const failed = record.lines.filter(({ works }) => !works)
  const right = (
    <>
      {worksOf(record)} of {checkNames.length}{' '}
      {failed[0] && <span className="text-warn">{failureWords[failed[0].check]}</span>}
    </>
  )
  return (
    <Row
      name={record.name}
      right={right}
      takes={median === undefined ? '–' : inSeconds(median)}
      costs={costs?.change === undefined ? 'Unknown' : inDollars(costs.change)}
      data={record.data}
    />
  )
}

type RowProps = { name: string; right: ReactNode; takes: string; costs: string; data: string }

function Row({ name, right, takes, costs, data }: RowProps) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="max-w-52 truncate py-2 pe-4 text-start font-medium" title={name}>
        {name}
      </th>
      <td className="py-2 pe-4">{right}</td>
      <td className="py-2 pe-4 whitespace-nowrap">{takes}</td>
      <td className="py-2 pe-4 whitespace-nowrap">{costs}</td>
      <td className="py-2 whitespace-nowrap text-quiet">{data}</td>
    </tr>
  )
}
