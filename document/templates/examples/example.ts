import { ask } from '../../blocks/ask.ts'
import type { LookName } from '../../looks.ts'
import type { Block, Document } from '../../schema.ts'

export { block } from '../blocks.ts'

/** The purposes that examples are written for; pages of other types start from templates. */
export type ExampleType = 'outbound' | 'inbound' | 'call_followup' | 'sales_deck'

/** The fictitious company of an example. */
export type ExampleBrand = { name: string; primaryColor: string; secondaryColor: string; look: LookName }

export type Pen = {
  /**
   * A text that applies only to the example's company. A page started from the example has a prompt instead, or the
   * other text, which applies to any company.
   */
  say: (question: string, example: string, instead?: string) => string
  /** Data of the example's company, which a page started from it doesn't have. */
  only: <T extends object>(part: T) => T | Record<never, never>
}

export type Example = {
  /** The trade, for search: “Warehouse lighting”. */
  trade: string
  pageType: ExampleType
  brand: ExampleBrand
  /** Two suggested answers to “What makes it worth two minutes?”. */
  proposals: [string, string]
  /** The document shown in the gallery. */
  shown: Document
  /** The document of a page started from it. */
  start: Document
}

type Draft = Omit<Example, 'shown' | 'start'> & { blocks: (pen: Pen) => Block[] }

export function defineExample({ blocks, ...example }: Draft): Example {
  return {
    ...example,
    shown: {
      theme: {},
      blocks: blocks({ say: (_, text) => text, only: (part) => part }),
    },
    start: {
      theme: { look: example.brand.look },
      blocks: blocks({ say: (question, _, instead) => instead ?? ask(question), only: () => ({}) }),
    },
  }
}

export const main = 'action:primary'

/** The headline of a new page, by purpose. */
export const headlines: Record<ExampleType, string> = {
  outbound: '{{person.firstName|Hello}}, one idea for *{{account.name|your team}}.*',
  inbound: '{{account.name|Your team}}, *meet {{brand.name}}.*',
  call_followup: 'Thank you, {{person.firstName|everyone}}. *Here is where we stand.*',
  sales_deck: '{{account.name|You}} and {{brand.name}}: *the case on one page.*',
}

export const worth = 'What makes it worth two minutes of their time?'
export const figure = 'Figure'
export const counted = 'What does it count?'
export const source = 'Where does it come from?'
export const fact = 'What do you know about them?'
export const answer = 'Your answer'
export const when = 'Date or week'
export const stepOf = 'What happens?'
export const detail = 'Who does what?'
export const quoted = 'What does a customer like them say about you, word for word?'
export const quotedBy = 'Who says it?'
export const quotedRole = 'Role and company'
export const contact = 'Who will they talk to?'
export const contactRole = 'What does this person do?'

export function customers(say: Pen['say'], names: string[]) {
  return names.map((name, index) => ({ name: say(`Customer ${index + 1}`, name) }))
}
