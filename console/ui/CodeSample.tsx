import { CopyButton } from './CopyButton.tsx'

/** Lines to copy into a terminal or a program. */
export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken" dir="ltr">
      {/* Wrapped, as a scrolling region would need a tab stop. */}
      <pre className="p-3 pe-12 text-xs break-words whitespace-pre-wrap text-ink">
        <code>{code}</code>
      </pre>
      <span className="absolute end-1.5 top-1.5">
        <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
      </span>
    </div>
  )
}
