export type CodeBlock = { language: string; name: string; code: string }

/** The fenced code of a guide. `name` is what follows the language, such as `not-run`. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const fence = /^( *)```(\w*) ?([\w-]*)\n([\s\S]*?)^ *```$/gm
  return [...markdown.matchAll(fence)].map(([, indent = '', language = '', name = '', code = '']) => ({
    language,
    name,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}
