import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { Problem } from '../../shared/problem.ts'
import { allows, type Scope } from '../web/auth.ts'

type PromptDefinition = Prompt & { scope: Scope; write(given: Record<string, string>): string }

const prompts: PromptDefinition[] = [
  {
    name: 'follow_up_after_call',
    title: 'Follow up after a call',
    description: 'Saves what was said in a call and drafts a page that answers it.',
    scope: 'write',
    arguments: [
      { name: 'account', description: 'Name or domain of the company.', required: true },
      { name: 'notes', description: 'What was said.', required: true },
    ],
    write: ({ account, notes }) =>
      [
        `I had a call with ${account}. My notes are between the lines:`,
        `---\n${notes}\n---`,
        'Find the account with find_accounts and read it with read_account. Save my notes with add_note.',
        'Then find its page with find_audiences; if it has none, choose a page with find_pages and use create_audience.',
        'Ask for one change with ask_for_change so that the page answers what was said. Use only what the notes say.',
        'Show me with compare_versions what changed, and give me the preview. Do not publish.',
      ].join('\n'),
  },
  {
    name: 'week_in_review',
    title: 'Review the week',
    description: 'Who visited, what they did, and what to do next.',
    scope: 'read',
    arguments: [],
    write: () =>
      'Use who_visited and read_figures to sum up the last seven days: which accounts came back, what they read and clicked, and which pages work. Read the three busiest accounts with read_account. End with at most five things to do, each with its reason.',
  },
]

export function listPrompts(scopes: readonly Scope[]): Prompt[] {
  return prompts
    .filter(({ scope }) => allows(scopes, scope))
    .map(({ scope: _, write: __, ...prompt }) => prompt)
}

export function getPrompt(
  name: string,
  given: Record<string, string> = {},
  scopes: readonly Scope[],
): GetPromptResult {
  const prompt = prompts.find((each) => each.name === name && allows(scopes, each.scope))
  if (!prompt) throw new Problem('not_found', `There is no prompt ${name.slice(0, 100)}.`)
  const missing = prompt.arguments?.find((argument) => argument.required && !given[argument.name])
  if (missing) throw new Problem('invalid_input', `${missing.name} is required.`)
  const { description } = prompt
  const message = { role: 'user' as const, content: { type: 'text' as const, text: prompt.write(given) } }
  return { ...(description !== undefined && { description }), messages: [message] }
}
