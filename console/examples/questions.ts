import { plainText } from '../../shared/plainText.ts'
import { presetsIn, promptsIn } from '../../shared/prompts.ts'
import { type Block, type Document, textAt } from '../documents/document.ts'

/** What an answer changes: texts of the page, its context for the agent, or the targets of buttons. */
type AnswerTarget = { places: { blockId: string; path: string }[] } | 'sell' | 'who' | 'url'

export type QuestionField = {
  label: string
  target: AnswerTarget
  /** The current value; empty while the question is open. */
  value: string
  /** The initial text of the field if there is no answer. */
  suggestion?: string
  /** Whether the value is that of the example. */
  isExample?: boolean
  placeholder: string
  maxLength: number
  isLong: boolean
}

export type Question = {
  id: 'sell' | 'who' | 'action' | 'worth' | 'figures' | 'proof' | 'steps' | 'person'
  title: string
  hint: string
  fields: QuestionField[]
  proposals: string[]
  /** The section that shows only this answer; a company may hide it. */
  section?: { blockId: string; isLeftOut: boolean }
}

/** Data besides the texts of the page: earlier answers, and suggestions for new ones. */
type QuestionContext = {
  said: Record<'sell' | 'who' | 'url', string>
  description: string
  proposals: string[]
  isExample: (text: string) => boolean
}

/** The most important questions of a page, at most eight, in the order of the page. */
export function questionsFor(
  document: Document,
  { said, description, proposals, isExample }: QuestionContext,
): Question[] {
  const find = (type: string) => document.blocks.find((block) => block.type === type)
  const [hero, stats, quote, logos, steps] = ['hero', 'stats', 'quote', 'logos', 'steps'].map(find)
  const cta = document.blocks.findLast(({ type }) => type === 'cta')
  const actions = [hero, cta].flatMap((block) =>
    block && textAt(block, '/primaryAction/label') !== undefined
      ? [{ blockId: block.id, path: '/primaryAction/label' }]
      : [],
  )
  const section = (block: Block | undefined) =>
    block && { section: { blockId: block.id, isLeftOut: block.hidden === true } }
  return [
    {
      id: 'sell' as const,
      title: 'What do you sell?',
      hint: 'In one line. The agent knows it when it writes for a customer.',
      proposals: [],
      fields: [
        {
          ...plain('What you sell', 'sell', said.sell, 'Light for halls that never close', 300),
          suggestion: description,
        },
      ],
    },
    {
      id: 'who' as const,
      title: 'Who is it for?',
      hint: 'The kind of people you send it to, and what they care about.',
      proposals: [],
      fields: [plain('Who it is for', 'who', said.who, 'Heads of facilities in companies of your size', 300)],
    },
    {
      id: 'action' as const,
      title: 'What should they do?',
      hint: 'The text of the button, and where it leads. Without an address there is no button.',
      proposals: ['Pick 20 minutes', 'Ask for the figures'],
      fields:
        actions.length > 0
          ? [
              {
                label: 'Text of the button',
                target: { places: actions },
                value: textAt(hero ?? (cta as Block), '/primaryAction/label') ?? '',
                placeholder: 'Pick 20 minutes',
                maxLength: 60,
                isLong: false,
              },
              plain('Address', 'url', said.url, 'https://cal.example/you', 2000),
            ]
          : [],
    },
    {
      id: 'worth' as const,
      title: 'What makes it worth two minutes of their time?',
      hint: 'One sentence about their problem, not about you. It stands below the headline.',
      proposals,
      fields: texts(hero, [['One sentence', '/subheadline', 400]]),
    },
    {
      ...section(stats),
      id: 'figures' as const,
      title: 'Which figures prove it?',
      hint: 'Only what you can show. Until you answer, the page keeps the default.',
      proposals: [],
      fields: listed(stats, '/items', 3, (at) => [
        ['Figure', `${at}/value`, 32],
        ['What it counts', `${at}/label`, 160],
      ]),
    },
    {
      ...section(quote ?? logos),
      id: 'proof' as const,
      title: 'Who relies on you already?',
      hint: 'A customer in their own words, or names that your readers know.',
      proposals: [],
      fields: quote
        ? texts(quote, [
            ['What they say', '/quote', 600],
            ['Who says it', '/name', 80],
            ['Role and company', '/role', 120],
          ])
        : listed(logos, '/items', 6, (at) => [['Customer', `${at}/name`, 80]]),
    },
    {
      ...section(steps),
      id: 'steps' as const,
      title: 'How does it go on?',
      hint: 'What happens after they say yes, and when.',
      proposals: [],
      fields: listed(steps, '/items', 3, (at) => [
        ['When', `${at}/when`, 60],
        ['What happens', `${at}/title`, 100],
      ]),
    },
    {
      id: 'person' as const,
      title: 'Who do they talk to?',
      hint: 'A person with a name gets more answers than a company.',
      proposals: [],
      fields: texts(cta, [
        ['Name', '/person/name', 80],
        ['What they do', '/person/role', 160],
      ]),
    },
  ]
    .filter(({ fields }) => fields.length > 0)
    .map((question) => ({
      ...question,
      fields: question.fields.map((field) => ({ ...field, isExample: isExample(field.value) })),
    }))
}

type FieldSpec = [label: string, path: string, maxLength: number]

function texts(block: Block | undefined, wanted: FieldSpec[]): QuestionField[] {
  return wanted.flatMap(([label, path, maxLength]) => {
    const text = block && textAt(block, path)
    if (!block || text === undefined) return []
    const [question] = promptsIn(text)
    return [
      {
        label,
        target: { places: [{ blockId: block.id, path }] },
        value: question === undefined ? plainText(text) : '',
        placeholder: plainText(presetsIn(text)[0] || (question ?? '')),
        maxLength,
        isLong: maxLength > 160,
      },
    ]
  })
}

function listed(
  block: Block | undefined,
  list: string,
  most: number,
  wanted: (at: string) => FieldSpec[],
): QuestionField[] {
  return Array.from({ length: most }, (_, index) => texts(block, wanted(`${list}/${index}`))).flat()
}

function plain(
  label: string,
  target: 'sell' | 'who' | 'url',
  value: string,
  placeholder: string,
  maxLength: number,
): QuestionField {
  return { label, target, value, placeholder, maxLength, isLong: false }
}
