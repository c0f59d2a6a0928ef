import { type Document, withText } from '../documents/document.ts'
import type { Page } from '../pages/words.ts'
import type { Question } from './questions.ts'

export function nameOf({ id }: Question, field: number): string {
  return `${id} ${field}`
}

export function startingAnswers(questions: Question[]): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((question) =>
      question.fields.map(({ value }, field) => [nameOf(question, field), value]),
    ),
  )
}

/** The document with what was answered; what was left open stays a question. */
export function withAnswers(
  base: Document,
  questions: Question[],
  answers: Record<string, string>,
): Document {
  let document = base
  for (const question of questions)
    question.fields.forEach(({ target }, field) => {
      const text = answers[nameOf(question, field)]?.trim()
      if (typeof target !== 'object' || !text) return
      for (const { blockId, path } of target.places) document = withText(document, blockId, path, text)
    })
  return document
}

/** What the agent should know, and where the buttons lead. */
export function pagePatch(page: Page, questions: Question[], answers: Record<string, string>) {
  const said = (target: 'sell' | 'who' | 'url') =>
    questions
      .flatMap((question) =>
        question.fields.map((field, index) => ({ field, name: nameOf(question, index) })),
      )
      .flatMap(({ field, name }) => (field.target === target ? (answers[name]?.trim() ?? '') : []))[0] ?? ''
  const context = [said('sell') && `We sell: ${said('sell')}`, said('who') && `For: ${said('who')}`]
    .filter(Boolean)
    .join('\n')
  const url = said('url')
  const buttonTitle = answers['action 0']?.trim() || 'Get in touch'
  const patch = {
    ...(context && context !== page.pageContext && { pageContext: context }),
    ...(/^https?:\/\/\S+\.\S+/.test(url) && {
      actions: [{ actionId: 'primary', buttonTitle, url }],
      headerActionId: 'primary',
    }),
  }
  return Object.keys(patch).length > 0 ? { page: patch } : {}
}
