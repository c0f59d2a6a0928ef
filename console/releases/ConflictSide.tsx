import type { ReactNode } from 'react'
import { plainText } from '../../shared/plainText.ts'
import { compareWords } from '../documents/compare.ts'
import { cx } from '../ui/cx.ts'

/** A value as text; an object as its first texts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return plainText(value)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const texts = Object.entries(value).flatMap(([name, part]) => (name === 'id' ? [] : [textOf(part)]))
  return texts.filter(Boolean).slice(0, 6).join(' · ')
}

type Props = { title: string; was: unknown; value: unknown; isChosen: boolean; action: ReactNode }

/** One side of a conflict, with its changes marked. */
export function ConflictSide({ title, was, value, isChosen, action }: Props) {
  const pieces = compareWords(textOf(was), textOf(value)).filter(({ kind }) => kind !== 'removed')
  return (
    <article
      className={cx(
        'flex flex-col overflow-hidden rounded-xl border bg-raised',
        isChosen ? 'border-accent ring-1 ring-accent' : 'border-edge',
      )}
    >
      <h3 className="border-b border-line px-4 py-2.5 text-sm font-medium">{title}</h3>
      <p className="min-h-24 flex-1 px-4 py-4 text-lg break-words" dir="auto">
        {value === null ? (
          <span className="text-quiet">Removed</span>
        ) : (
          pieces.map(({ text, kind }, place) => {
            const key = `${place} ${kind}`
            return kind === 'added' ? (
              <ins key={key} className="rounded-sm bg-good-tint text-good no-underline">
                {text}
              </ins>
            ) : (
              <span key={key}>{text}</span>
            )
          })
        )}
      </p>
      <div className="flex justify-end px-4 pb-4">{action}</div>
    </article>
  )
}
