import { useEffect, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { TextArea, TextField } from '../ui/fields.tsx'
import { type Answers, nameOf } from './answers.ts'
import type { Question } from './questions.ts'

type Props = {
  question: Question
  number: string
  answers: Answers
  /** The first invalid answer. */
  problem: { name: string; message: string } | undefined
  onChange: (name: string, value: string) => void
  onNext: () => void
}

/** One question with its fields and suggested answers. */
export function QuestionForm({ question, number, answers, problem, onChange, onNext }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const isPaired = question.fields.length > 3
  const isList = question.fields[0]?.label === question.fields[1]?.label
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          onNext()
        }
      }}
      className="thin-scroll min-w-0 flex-1 overflow-y-auto p-6"
    >
      <p className="text-sm text-quiet tabular-nums">{number}</p>
      <h2 className="mt-1 text-xl font-semibold">{question.title}</h2>
      <p className="mt-1.5 max-w-prose text-sm text-quiet">{question.hint}</p>
      <div
        className={
          isPaired ? cx('mt-5 grid gap-3', isList ? 'grid-cols-2' : 'grid-cols-[2fr_3fr]') : 'mt-5 space-y-4'
        }
      >
        {question.fields.map(({ label, placeholder, maxLength, isLong }, field) => {
          const name = nameOf(question, field)
          const shared = {
            label: isPaired && field > 1 ? `${label} ${Math.floor(field / 2) + 1}` : label,
            hideLabel: isPaired && field > 1,
            placeholder,
            maxLength,
            error: problem?.name === name ? problem.message : undefined,
            value: answers[name] ?? '',
            dir: 'auto',
            onChange: (value: string) => onChange(name, value),
          }
          return isLong ? <TextArea key={name} {...shared} rows={3} /> : <TextField key={name} {...shared} />
        })}
      </div>
      {question.proposals.length > 0 && (
        <div className="mt-5">
          <p className="mb-2 text-sm text-quiet">Or begin with</p>
          <ul className="space-y-1.5">
            {question.proposals.map((proposal) => (
              <li key={proposal}>
                <button
                  type="button"
                  onClick={() => onChange(nameOf(question, 0), proposal)}
                  className="w-full rounded-md border border-line px-3 py-2 text-start text-sm hover:border-edge hover:bg-hover"
                >
                  {proposal}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
