import { linkError } from '../../shared/links.ts'
import { plainText } from '../../shared/plainText.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import { type Block, type Document, textAt, withText } from '../documents/document.ts'
import type { Page } from '../pages/words.ts'
import type { Question, QuestionField } from './questions.ts'

export type Answers = Record<string, string>

export function nameOf({ id }: Question, field: number): string {
  return `${id} ${field}`
}

/** The name of the answer that hides the section. */
export function leftOutName({ id }: Question): string {
  return `${id} is left out`
}

export function startingAnswers(questions: Question[]): Answers {
  return answersOf(questions, ({ value, suggestion = '' }) => value || suggestion)
}

/** Answers that are saved in the page. */
export function savedAnswers(questions: Question[]): Answers {
  return answersOf(questions, ({ value }) => value)
}

function answersOf(questions: Question[], answerOf: (field: QuestionField) => string): Answers {
  return Object.fromEntries(
    questions.flatMap((question) => [
      ...question.fields.map((field, at) => [nameOf(question, at), answerOf(field)]),
      [leftOutName(question), question.section?.isLeftOut ? 'yes' : ''],
    ]),
  )
}

/** Every field is filled, and at least one of them by the user; or the section is hidden. */
export function isAnswered(question: Question, saved: Answers): boolean {
  if (saved[leftOutName(question)]) return true
  const given = question.fields.map((field, index) => ({
    ...field,
    answer: saved[nameOf(question, index)]?.trim(),
  }))
  return (
    given.every(({ answer }) => answer) &&
    given.some(({ answer, value, isExample }) => !isExample || answer !== value)
  )
}

/** The document with the answers; unanswered questions stay in it as prompts. */
export function withAnswers(base: Document, questions: Question[], answers: Answers): Document {
  let document = base
  for (const question of questions) {
    if (question.section)
      document = withHidden(document, question.section.blockId, answers[leftOutName(question)] === 'yes')
    question.fields.forEach(({ target }, field) => {
      const text = answers[nameOf(question, field)]?.trim()
      if (typeof target !== 'object' || !text) return
      // Unchanged answers keep their formatting, which the questions don't show.
      for (const { blockId, path } of target.places)
        if (shownAt(document, blockId, path) !== text) document = withText(document, blockId, path, text)
    })
  }
  return document
}

function withHidden(document: Document, blockId: string, isHidden: boolean): Document {
  const change = (block: Block): Block => {
    const { hidden, ...rest } = block
    return isHidden ? { ...rest, hidden: true } : rest
  }
  const isChanged = ({ id, hidden }: Block) => id === blockId && (hidden === true) !== isHidden
  return {
    ...document,
    blocks: document.blocks.map((block) => (isChanged(block) ? change(block) : block)),
  }
}

function shownAt({ blocks }: Document, blockId: string, path: string): string | undefined {
  const block = blocks.find(({ id }) => id === blockId)
  const text = block && textAt(block, path)
  return text === undefined || hasPrompt(text) ? undefined : plainText(text)
}

/** The link target for typed text: a URL as it is, an e-mail address, or a host without https://. */
export function addressFrom(typed: string): string | undefined {
  const text = typed.trim()
  const meant = /^(?!mailto:)[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)
    ? `mailto:${text}`
    : /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(text)
      ? `https://${text}`
      : text
  return linkError(meant) === undefined && !/^action:/i.test(meant) ? meant : undefined
}

/** The first invalid answer and the reason. */
export function problemIn(questions: Question[], answers: Answers) {
  for (const [at, question] of questions.entries())
    for (const [field, { target }] of question.fields.entries()) {
      const name = nameOf(question, field)
      const text = answers[name]?.trim()
      if (target === 'url' && text && addressFrom(text) === undefined)
        return { at, name, message: 'Write it like acme.com/book, or as an e-mail address.' }
    }
  return undefined
}

/** How the lines begin that answers add to the page context. */
const lineStarts = { sell: 'We sell: ', who: 'For: ' } as const
const mainAction = ({ actions }: Page) => actions.find(({ actionId }) => actionId === 'primary') ?? actions[0]

/** Earlier answers from the page context, and the target of its main button. */
export function savedContextOf(page: Page): Record<'sell' | 'who' | 'url', string> {
  const after = (start: string) =>
    page.pageContext
      ?.split('\n')
      .find((line) => line.startsWith(start))
      ?.slice(start.length) ?? ''
  return {
    sell: after(lineStarts.sell),
    who: after(lineStarts.who),
    url: mainAction(page)?.url ?? '',
  }
}

/** Changes of the page context and the button targets. Everything else stays as it is. */
export function pagePatch(page: Page, questions: Question[], answers: Answers) {
  const answerOf = (target: 'sell' | 'who' | 'url') =>
    questions
      .flatMap((question) =>
        question.fields.map((field, index) => ({ field, name: nameOf(question, index) })),
      )
      .flatMap(({ field, name }) => (field.target === target ? (answers[name]?.trim() ?? '') : []))[0] ?? ''
  const before = page.pageContext ?? ''
  const context = withLine(
    withLine(before, lineStarts.who, answerOf('who')),
    lineStarts.sell,
    answerOf('sell'),
  )
  const url = addressFrom(answerOf('url'))
  const buttonTitle = answers['action 0']?.trim() || 'Get in touch'
  const action = mainAction(page)
  const isNewAction = url && (url !== action?.url || buttonTitle !== action.buttonTitle)
  const changed = { ...action, actionId: action?.actionId ?? 'primary', buttonTitle, url: url ?? '' }
  const patch = {
    ...(context !== before && { pageContext: context }),
    ...(isNewAction && {
      actions: action ? page.actions.map((one) => (one === action ? changed : one)) : [changed],
      headerActionId: page.headerActionId ?? changed.actionId,
    }),
  }
  return Object.keys(patch).length > 0 ? { page: patch } : {}
}

/** Replaces the line that begins with `start`, adds it at the top, or removes it if the answer is empty. */
function withLine(text: string, start: string, answer: string): string {
  const lines = text === '' ? [] : text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(start))
  const line = answer === '' ? [] : [start + answer.replace(/\s*\n\s*/g, ' ')]
  if (at < 0) return [...line, ...lines].join('\n')
  return lines.toSpliced(at, 1, ...line).join('\n')
}
