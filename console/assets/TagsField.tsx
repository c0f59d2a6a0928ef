import { X } from 'lucide-react'
import { useId, useState } from 'react'

type Props = { tags: string[]; onChange: (tags: string[]) => void; disabled: boolean }

/** Enter or a comma adds a tag, Backspace in the empty field removes the last one. */
export function TagsField({ tags, onChange, disabled }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const add = (written: string) => {
    const words = written
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '' && !tags.includes(word))
    if (words.length > 0) onChange([...tags, ...new Set(words)])
    setText('')
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-baseline gap-1.5 text-sm font-medium">
        Tags
        <span className="text-xs font-normal text-faint">optional</span>
      </label>
      <div className="flex flex-wrap gap-1.5 rounded-md border border-edge bg-raised p-1.5 shadow-low focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
        {tags.map((tag) => (
          <span key={tag} className="flex h-6 max-w-full items-center rounded-full bg-sunken ps-2.5 text-sm">
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              disabled={disabled}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
              className="grid size-6 place-items-center rounded-full text-quiet hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-3" />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={text}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => add(text)}
          onKeyDown={(event) => {
            if ((event.key === 'Enter' || event.key === ',') && text.trim()) add(text)
            else if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1))
            else return
            event.preventDefault()
          }}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none max-md:text-lg"
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-xs text-quiet">
        Press Enter after each.
      </p>
    </div>
  )
}
