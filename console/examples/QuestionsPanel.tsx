import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { brandsQuery } from '../brands/queries.ts'
import type { Document } from '../documents/document.ts'
import { StagedPage, type StageHandle } from '../documents/StagedPage.tsx'
import { pageDocumentQuery, pageQuery } from '../pages/queries.ts'
import type { Page } from '../pages/words.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { notifyProblem } from '../ui/notify.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useWidth } from '../ui/width.ts'
import {
  type Answers,
  isAnswered,
  leftOutName,
  pagePatch,
  problemIn,
  savedAnswers,
  savedContextOf,
  startingAnswers,
  withAnswers,
} from './answers.ts'
import { NameField } from './NameField.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { QuestionList } from './QuestionList.tsx'
import { examplesQuery, useSaveAnswers } from './queries.ts'
import { type Question, questionsFor } from './questions.ts'
import { countOpen, exampleTexts } from './words.ts'

type Props = { pageId: string; template?: string | undefined; onDone: () => void }

/** Asks the questions of a new page one by one, with a preview of where each answer appears. */
export function QuestionsPanel({ pageId, template, onDone }: Props) {
  const { data: document } = useQuery(pageDocumentQuery(pageId))
  const { data: page } = useQuery(pageQuery(pageId))
  const { data: brands } = useQuery(brandsQuery)
  const { data: examples } = useQuery(examplesQuery)
  const isReady = document && page && brands && examples
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onDone()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-0 z-40 m-auto flex h-full max-h-170 w-full max-w-280 animate-rise flex-col overflow-hidden bg-ground shadow-float outline-none md:rounded-xl max-md:max-h-none"
        >
          {isReady ? (
            <Questions
              page={page}
              base={document as Document}
              description={brands.find(({ brandId }) => brandId === page.brandId)?.description ?? ''}
              isExample={exampleTexts(document as Document, examples)}
              proposals={examples.find(({ name }) => name === template)?.proposals ?? []}
              onDone={onDone}
            />
          ) : (
            <>
              <Dialog.Title className="sr-only">Make it yours</Dialog.Title>
              <Dialog.Description className="sr-only">Questions about your page</Dialog.Description>
              <Skeleton className="m-6 h-40" />
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type QuestionsProps = {
  page: Page
  base: Document
  description: string
  proposals: string[]
  isExample: (text: string) => boolean
  onDone: () => void
}

function Questions({ page, base, description, proposals, isExample, onDone }: QuestionsProps) {
  // Computed once: an answer must not make its own question disappear.
  const [questions] = useState(() =>
    questionsFor(base, { said: savedContextOf(page), description, proposals, isExample }),
  )
  const [saved, setSaved] = useState(() => savedAnswers(questions))
  const answered = new Set(questions.filter((one) => isAnswered(one, saved)).map(({ id }) => id))
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => !answered.has(id)),
    ),
  )
  const [begun] = useState(() => startingAnswers(questions))
  const [answers, setAnswers] = useState(begun)
  const [problem, setProblem] = useState<ReturnType<typeof problemIn>>()
  const [sitting] = useState(() => Math.random().toString(36).slice(2, 12))
  const save = useSaveAnswers(page.pageId, sitting)
  const question = questions[at] as Question
  const shown = useMemo(() => withAnswers(base, questions, answers), [base, questions, answers])
  const rest =
    countOpen(base) -
    questions
      .flatMap(({ fields }) => fields)
      .filter(({ target, value }) => typeof target === 'object' && value === '').length
  /** Saves the answers and opens another question, or closes the panel. */
  const keep = (kept: Answers, next?: number) => {
    const wrong = problemIn(questions, kept)
    setProblem(wrong)
    if (wrong) return setAt(wrong.at)
    const onSuccess = () => {
      setSaved(kept)
      if (next === undefined) onDone()
    }
    save.mutate(
      { document: withAnswers(base, questions, kept), ...pagePatch(page, questions, kept) },
      { onSuccess, onError: notifyProblem },
    )
    if (next !== undefined) setAt(next)
  }
  const goOn = (changed: Answers) => {
    const kept = { ...answers, ...changed }
    setAnswers(kept)
    keep(kept, at < questions.length - 1 ? at + 1 : undefined)
  }
  return (
    <>
      <header className="border-b border-line px-5 pt-4 pb-4">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1">
            <Dialog.Title className="text-lg font-semibold">Make it yours</Dialog.Title>
            <Dialog.Description className="text-sm text-quiet">
              {questions.length} questions that matter. {rest > 0 && `The other ${rest} can wait.`}
            </Dialog.Description>
          </div>
          <NameField page={page} />
          <IconButton icon={X} label="Close" size="lg" onClick={onDone} />
        </div>
        <div aria-hidden className="mt-3 flex gap-1">
          {questions.map(({ id }, index) => (
            <span
              key={id}
              className={cx(
                'h-1 flex-1 rounded-full',
                index < at ? 'bg-accent' : index === at ? 'bg-accent/45' : 'bg-sunken',
              )}
            />
          ))}
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        <QuestionList questions={questions} at={at} answers={answers} answered={answered} onGo={setAt} />
        <QuestionForm
          key={question.id}
          question={question}
          number={`${at + 1} of ${questions.length}`}
          answers={answers}
          problem={problem}
          onChange={(name, value) => {
            setAnswers({ ...answers, [name]: value, [leftOutName(question)]: '' })
            setProblem(undefined)
          }}
          onNext={() => goOn({})}
        />
        <Shown page={page} document={shown} question={question} />
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
        <Button look="quiet" className="-ms-3" onClick={() => (answers === begun ? onDone() : keep(answers))}>
          Finish later
        </Button>
        <span className="flex-1 text-sm text-quiet max-md:hidden">
          The page keeps the default until then.
        </span>
        {at > 0 && (
          <Button look="quiet" onClick={() => setAt(at - 1)}>
            Back
          </Button>
        )}
        {question.section && (
          <Button onClick={() => goOn({ [leftOutName(question)]: 'yes' })}>Leave the section out</Button>
        )}
        <Button onClick={() => goOn({ ...startingAnswers([question]), [leftOutName(question)]: '' })}>
          Keep the default
        </Button>
        <Button look="primary" keys="mod+enter" onClick={() => goOn({})}>
          {at === questions.length - 1 ? 'Finish' : 'Next'}
        </Button>
      </footer>
    </>
  )
}

/** The page with the answers so far, scrolled to the place of the current question. */
function Shown({ page, document, question }: { page: Page; document: Document; question: Question }) {
  const isWide = useWidth().has('md')
  const stage = useRef<StageHandle>(null)
  const place = question.fields.flatMap(({ target }) => (typeof target === 'object' ? target.places : []))[0]
  const blockId = place?.blockId ?? document.blocks[0]?.id
  const chosen = useMemo(() => (place ? { ...place, text: '' } : null), [place])
  const reveal = () => {
    if (blockId) stage.current?.order({ type: 'reveal', blockId })
  }
  useEffect(reveal, [blockId])
  if (!isWide) return null
  return (
    <div aria-hidden className="w-[42%] shrink-0 border-s border-line bg-sunken p-4">
      <div className="size-full overflow-hidden rounded-lg border border-line shadow-low">
        <StagedPage
          ref={stage}
          title="Your page"
          width={820}
          glows={false}
          chosen={chosen}
          document={document}
          target={{ pageId: page.pageId }}
          onDrawn={reveal}
        />
      </div>
    </div>
  )
}
