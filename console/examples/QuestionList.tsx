import { Check } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { type Answers, leftOutName, nameOf } from './answers.ts'
import type { Question } from './questions.ts'

type ListProps = {
  questions: Question[]
  at: number
  answers: Answers
  answered: ReadonlySet<string>
  onGo: (at: number) => void
}

export function QuestionList({ questions, at, answers, answered, onGo }: ListProps) {
  return (
    <ol className="thin-scroll w-64 shrink-0 space-y-0.5 overflow-y-auto border-e border-line p-2 max-lg:hidden">
      {questions.map((question, index) => {
        const said = answers[leftOutName(question)]
          ? 'Left out'
          : question.fields.map((_, field) => answers[nameOf(question, field)]).find(Boolean)
        return (
          <li key={question.id}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              onClick={() => onGo(index)}
              className={cx(
                'flex w-full gap-3 rounded-md px-2.5 py-2 text-start text-sm',
                index === at ? 'bg-pressed' : 'hover:bg-hover',
              )}
            >
              <span
                aria-hidden
                className={cx(
                  'grid size-5 shrink-0 place-items-center rounded-full text-xs tabular-nums',
                  answered.has(question.id)
                    ? 'bg-good-tint text-good'
                    : index === at
                      ? 'bg-accent text-ground'
                      : 'border border-edge text-quiet',
                )}
              >
                {answered.has(question.id) ? <Check className="size-3.5" /> : index + 1}
              </span>
              <span className="min-w-0">
                <span
                  className={cx(
                    'block',
                    index === at || answered.has(question.id) ? 'font-medium' : 'text-quiet',
                  )}
                >
                  {question.title}
                </span>
                {answered.has(question.id) && said && (
                  <span className="block truncate text-quiet">{said}</span>
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
