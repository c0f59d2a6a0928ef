import { useState } from 'react'
import { CodeSample } from '../ui/CodeSample.tsx'
import { cx } from '../ui/cx.ts'
import { type AssistantGuide, guides } from './words.ts'

type Props = { url: string; signsIn: boolean }

/** Instructions for connecting common assistants. */
export function AssistantSteps({ url, signsIn }: Props) {
  const [guide, setGuide] = useState(guides[0] as AssistantGuide)
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl border border-line bg-raised sm:grid-cols-[11rem_minmax(0,1fr)]">
      <fieldset className="flex min-w-0 gap-0.5 overflow-x-auto border-line bg-rail p-1.5 [scrollbar-width:none] max-sm:border-b sm:flex-col sm:border-e">
        <legend className="sr-only">Assistant</legend>
        {guides.map((each) => (
          <button
            key={each.name}
            type="button"
            aria-pressed={each === guide}
            onClick={() => setGuide(each)}
            className={cx(
              'flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap max-md:h-10',
              each === guide ? 'bg-pressed text-ink' : 'text-quiet hover:bg-hover hover:text-ink',
            )}
          >
            <each.icon aria-hidden className="size-4" />
            {each.name}
          </button>
        ))}
      </fieldset>
      <div className="min-w-0 p-4 sm:min-h-80">
        <ol className="space-y-4">
          {guide.steps(url, signsIn).map(({ title, text, code }, index) => (
            <li key={title} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
              <span
                aria-hidden
                className="grid size-5 place-items-center rounded-full bg-sunken text-xs font-medium text-quiet"
              >
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="text-sm font-medium">{title}</h3>
                {text && <p className="mt-0.5 text-sm text-quiet">{text}</p>}
                {code && (
                  <div className="mt-2">
                    <CodeSample label={title} code={code} />
                  </div>
                )}
              </div>
            </li>
          ))}
        </ol>
        {guide.name !== 'Command line' && (
          <p className="mt-4 text-xs text-quiet">
            Or let it be written for you: <code>npx foyer mcp configure</code> asks first.
          </p>
        )}
      </div>
    </div>
  )
}
