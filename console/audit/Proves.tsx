import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { PopoverPanel } from '../ui/PopoverPanel.tsx'

const found = [
  ['Somebody changes or removes a row', 'Found, with its number'],
  ['Somebody inserts a row, also one dated back by more than an hour', 'Found'],
  ['Somebody changes a row in its first minute, before it is chained', 'Not found'],
  ['Somebody with the database computes all hashes anew', 'Found only with a hash that you kept elsewhere'],
] as const

/** Explains what verification can detect and what it can't. */
export function Proves() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverPanel
      label="What this proves"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-96 max-w-[calc(100vw-2rem)] p-4"
      trigger={
        <Button look="quiet" size="sm" icon={CircleQuestionMark}>
          What this proves
        </Button>
      }
    >
      <p className="text-sm">Each row has a hash of itself and of the row before it.</p>
      <dl className="mt-3 space-y-2.5 text-sm">
        {found.map(([tampering, outcome]) => (
          <div key={tampering}>
            <dt className="text-quiet">{tampering}</dt>
            <dd className="font-medium">{outcome}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 border-t border-line pt-3 text-xs text-quiet">
        The proof is a file with all rows and their hashes. Keep one outside of this server:{' '}
        <code>npx foyer audit verify</code> compares the log with a hash from it.
      </p>
    </PopoverPanel>
  )
}
