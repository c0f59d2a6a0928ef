import { RadioGroup } from 'radix-ui'

const choices = [1, 7, 30]

/** The number of days until an invitation expires. */
export function DaysField({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  return (
    <div>
      <div id="invitation-days" className="mb-1.5 text-sm font-medium">
        Ends after
      </div>
      <RadioGroup.Root
        aria-labelledby="invitation-days"
        orientation="horizontal"
        value={String(value)}
        onValueChange={(days) => onChange(Number(days))}
        className="inline-flex rounded-lg bg-sunken p-0.5"
      >
        {choices.map((days) => (
          <RadioGroup.Item
            key={days}
            value={String(days)}
            className="h-7 rounded-md px-3 text-sm text-quiet data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:shadow-low max-md:h-10"
          >
            {days === 1 ? '1 day' : `${days} days`}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
