import { useQuery } from '@tanstack/react-query'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { dates, numbers } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/fields.tsx'
import { readTime } from '../ui/figures.tsx'
import { type AgentUsage, agentUsageQuery, type UsageLimit, useLimitUsage } from './usage.ts'

const timeOfDay = dates({ hour: '2-digit', minute: '2-digit' })
const exact = numbers()

/** The tokens that the language model used today, and the daily limit. */
export function UsagePanel() {
  const { data } = useQuery(agentUsageQuery())
  return data ? <Usage usage={data} /> : null
}

function Usage({ usage }: { usage: AgentUsage }) {
  const { inputTokens, outputTokens, runs, dailyTokenLimit: limit, resetsAt } = usage
  const used = inputTokens + outputTokens
  const each = runs > 0 ? Math.round(used / runs) : undefined
  const share = limit ? Math.min(used / limit, 1) : 0
  const left = limit !== null && each ? Math.max(0, Math.floor((limit - used) / each)) : undefined
  return (
    <section aria-label="Tokens today" className="rounded-xl border border-line bg-raised">
      <div className="p-4">
        <h2 className="flex items-baseline justify-between gap-3 text-base font-semibold">
          Tokens today
          <span className="text-xs font-normal text-quiet">
            New at {timeOfDay.format(readTime(resetsAt))}
          </span>
        </h2>
        <p className="mt-2 flex items-baseline gap-2">
          <span className="text-xl font-semibold tabular-nums">{exact.format(used)}</span>
          <span className="text-sm text-quiet">
            {limit === null ? 'no limit' : `of ${exact.format(limit)}`}
          </span>
        </p>
        {limit !== null && (
          <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className={cx(
                'h-full rounded-full',
                share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warn' : 'bg-accent',
              )}
              style={{ width: `${share * 100}%` }}
            />
          </div>
        )}
        <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-xs text-quiet tabular-nums">
          <span>
            {runs === 1 ? '1 change' : `${exact.format(runs)} changes`}
            {each !== undefined && `, ${exact.format(each)} tokens each`}
          </span>
          {left !== undefined && <span>about {exact.format(left)} more</span>}
        </p>
      </div>
      <Limit key={`${limit} ${usage.whenUsedUp}`} usage={usage} />
    </section>
  )
}

function Limit({ usage: { dailyTokenLimit, whenUsedUp } }: { usage: UsageLimit }) {
  const save = useLimitUsage()
  const [text, setText] = useState(dailyTokenLimit === null ? '' : exact.format(dailyTokenLimit))
  const digits = text.replace(/\D/g, '')
  const keepLimit = () => {
    const limit = digits === '' ? null : Number(digits)
    if (limit !== dailyTokenLimit) save.mutate({ dailyTokenLimit: limit, whenUsedUp })
  }
  return (
    <form
      className="space-y-3 border-t border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        keepLimit()
      }}
    >
      <div className="[&>div]:flex [&>div]:items-center [&>div]:justify-between [&>div]:gap-4 [&_input]:w-32 [&_input]:text-end [&_label]:mb-0">
        <TextField
          label="Daily limit"
          placeholder="None"
          inputMode="numeric"
          value={text}
          onChange={setText}
          onBlur={keepLimit}
        />
      </div>
      <WhenUsedUp
        value={whenUsedUp}
        onChange={(next) => save.mutate({ dailyTokenLimit, whenUsedUp: next })}
      />
    </form>
  )
}

type WhenUsedUpValue = UsageLimit['whenUsedUp']

function WhenUsedUp({
  value,
  onChange,
}: {
  value: WhenUsedUpValue
  onChange: (value: WhenUsedUpValue) => void
}) {
  return (
    <div>
      <p id="when-used-up" className="mb-1.5 text-sm font-medium">
        When it is used up
      </p>
      <RadioGroup.Root
        aria-labelledby="when-used-up"
        value={value}
        onValueChange={(next) => onChange(next as WhenUsedUpValue)}
        className="grid grid-cols-2 rounded-md bg-sunken p-0.5"
      >
        {[
          ['builtin', 'Built-in goes on'],
          ['stop', 'Stop until tomorrow'],
        ].map(([option, label]) => (
          <RadioGroup.Item
            key={option}
            value={option as string}
            className="h-7 rounded-sm text-sm text-quiet data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-low"
          >
            {label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
