import { contentOf, inWords, toNames } from '../nodeNames.ts'
import type { PropSchema } from '../schemas.ts'
import { wordsOf } from '../tokens.ts'
import { partNames } from '../words/names.ts'

/** Names of properties as they occur within sentences, in addition to the usual ones. */
const spoken: [RegExp, string[]][] = [
  [/^q(?:uestion)?$/i, ['question', 'label']],
  [/^a(?:ns(?:wer)?)?$|^(?:reply|response|our answer|answered|answered (?:with|by))$/i, ['answer']],
  [
    /^(?:called|named|titled|headed|entitled|labell?ed|title|heading|headline)$/i,
    ['heading', 'headline', 'title', 'label', 'name'],
  ],
  [/^signed$/i, ['signature', 'name']],
  [/^(?:by|from|author|said by|name|person)$/i, ['name']],
  [/^(?:role|function|position|job|job title)$/i, ['role']],
  [
    /^(?:says?|saying|reads?|reading|text|body|description|blurb|what|what happens|explanation|details?)$/i,
    ['body', 'description', 'answer', 'quote', 'label'],
  ],
  [
    /^(?:below|beneath|under|underneath)(?: (?:it|that|this))?$|^what it says$/i,
    ['body', 'description', 'answer', 'hint', 'label'],
  ],
  [/^(?:for|for whom|who for|description)$/i, ['description', 'body']],
  [/^what for$/i, ['period', 'description']],
  [/^(?:counts?|what it counts|meaning)$/i, ['label']],
  [/^(?:when|time|timing|date)$/i, ['when']],
  [
    /^(?:comes with|with|includes?|including|contents?|inclusions?|contains|features|bullets|points|what(?: i)?s in it|what you get)$/i,
    ['includes', 'points'],
  ],
  [/^(?:goes to|that goes to|leads to|leading to|link|url|address|pointing to|to)$/i, ['link']],
  [/^(?:asking|asks|label|asks for)$/i, ['label', 'question']],
]

/** The property of a schema that a name refers to. */
export function propNamed(name: string, schema: PropSchema): string | undefined {
  const props = Object.keys(schema.properties ?? {}).filter((prop) => prop !== 'id')
  if (props.includes(name)) return name
  const said = wordsOf(name).join(' ')
  for (const [pattern, list] of spoken)
    if (pattern.test(said)) {
      const found = list.find((prop) => props.includes(prop))
      if (found) return found
    }
  const key = contentOf(name)
  const ranked = props
    .map((prop) => ({ prop, weight: toNames(partNames[prop] ?? inWords(prop)).get(key) ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return ranked[0]?.prop
}

/** The property named by the words directly before an entry. */
export function propInGap(gap: string, schema: PropSchema): string | undefined {
  const words = [...wordsOf(gap.slice(-60))]
  while (/^(?:is|are|it|that|the|a|reads?|says?|saying|to|of|and)$/.test(words.at(-1) ?? '')) words.pop()
  const name = words.at(-1)
  if (!name || name.length < 3 || /^(?:with|for|from|called|named|by)$/.test(name)) return undefined
  const prop = propNamed(name, schema)
  return prop &&
    /^(?:heading|headline|title|question|answer|when|role|quote|price|hint|body|caption|label)$/.test(prop) &&
    !/^(?:by|for|from|text|line)$/.test(name)
    ? prop
    : undefined
}
