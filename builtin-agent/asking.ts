import { nameOf } from './describe.ts'
import { type Node, namesOfType } from './nodes.ts'
import { ask, askContent, type Outcome } from './outcome.ts'
import type { OpenPage } from './page.ts'
import { blockNames } from './words/names.ts'

/** A question that names the candidates. `message` turns the name of a candidate into the message its button sends. */
export function askWhich(nodes: Node[], page: OpenPage, message: (name: string) => string): Outcome {
  const names = [...new Set(nodes.map((node) => nameOf(node, page)))].slice(0, 3)
  if (names.length === 1)
    return ask(`There are several that fit ${names[0]}. Which one do you mean: the first or the second?`)
  return ask(
    `Which one do you mean: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
    names.map(message),
  )
}

const section =
  /\b(?:add|insert|include|put in|need|want)\s+(?:an?|another|one more|some)\s+(?:new\s+)?(.{3,40}?)(?:\s+(?:section|block))?(?:\s+(?:about|on|for|with)\s+.{2,80}?)?[.!\s]*$/i

/** Asks for the words of a new section that was named without any: "add a section about security", "add a video". */
export function askForSection(message: string): Outcome | undefined {
  const [, name = ''] = message.length < 200 ? (section.exec(message) ?? []) : []
  const called = name.toLowerCase()
  const isKnown =
    /^(?:section|block)$/.test(called) ||
    Object.keys(blockNames).some((type) => namesOfType(type).has(called))
  return isKnown
    ? askContent(
        `What should the new ${name} say or show? Give me its words, picture or link; I write none of my own.`,
      )
    : undefined
}

const topic =
  /^\W*(?:please\s+)?(?:add|insert|include|create|write)\s+(?:an?|another)\s+(?:new\s+|short\s+)?(?:\w+\s+)?(?:section|block)\s+(?:about|on)\s+[^:"“”'‘’,.]{2,80}[.!\s]*$/i

/** Asks for the words of a section of which only the topic is given. The topic alone is no heading. */
export const askForTopic = (message: string): Outcome | undefined =>
  message.length < 200 && topic.test(message) ? askForSection(message) : undefined
