import type { Document } from '../../document/index.ts'

/** All texts and drawn values of a document in one line, without marks and placeholders. */
export function bareText({ blocks }: Document): string {
  const texts: string[] = []
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (!/^(link|layout|tone|type|name_?id)$/.test(key)) texts.push(value)
    } else if (typeof value === 'number' && key === 'value') texts.push(String(value))
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, name)
  }
  for (const { props } of blocks) walk(props, '')
  return texts
    .join(' ')
    .replace(/\{\{([^{}]*)\}\}/g, (_, inside: string) => inside.split('|').slice(1).join('|'))
    .replace(/[*\n ]+/g, ' ')
}
