import { Bot, Code, type LucideIcon, MessageSquare, SquareTerminal, Workflow } from 'lucide-react'

type SetupStep = { title: string; text?: string; code?: string }
export type AssistantGuide = {
  name: string
  icon: LucideIcon
  steps: (url: string, signsIn: boolean) => SetupStep[]
}

const json = (value: object) => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
const keyHeader = { 'x-api-key': 'foyer_…' }
const withKey = (signsIn: boolean) => (signsIn ? {} : { headers: keyHeader })

const signIn = (signsIn: boolean): SetupStep =>
  signsIn
    ? {
        title: 'Sign in when the browser opens',
        text: 'It gets what your role may do, less what you leave out.',
      }
    : { title: 'Put in a key', text: 'From the tab Keys. Its scope decides what the assistant can do.' }

const tryIt: SetupStep = {
  title: 'Try it',
  code: 'Which accounts read their pages this week? Draft a follow-up.',
}

const inFile =
  (file: string, settings: (url: string, signsIn: boolean) => object): AssistantGuide['steps'] =>
  (url, signsIn) => [
    { title: `Add this to ${file}`, code: json(settings(url, signsIn)) },
    signIn(signsIn),
    tryIt,
  ]

const inDialog =
  (where: string): AssistantGuide['steps'] =>
  (url, signsIn) => [{ title: where, code: url }, signIn(signsIn), tryIt]

/** How each assistant is connected. */
export const guides: AssistantGuide[] = [
  {
    name: 'VS Code',
    icon: Code,
    steps: inFile('.vscode/mcp.json', (url, signsIn) => ({
      servers: { foyer: { type: 'http', url, ...withKey(signsIn) } },
    })),
  },
  {
    name: 'Cursor',
    icon: Code,
    steps: inFile('~/.cursor/mcp.json', (url, signsIn) => ({
      mcpServers: { foyer: { url, ...withKey(signsIn) } },
    })),
  },
  { name: 'Claude', icon: Bot, steps: inDialog('Settings, Connectors, Add custom connector') },
  { name: 'ChatGPT', icon: MessageSquare, steps: inDialog('Settings, Apps, Create') },
  { name: 'n8n', icon: Workflow, steps: inDialog('Add the node MCP Client Tool with this address') },
  {
    name: 'Command line',
    icon: SquareTerminal,
    steps: (url) => [
      {
        title: 'Start it as a program',
        text: 'For assistants that run programs instead of opening addresses.',
        code: `FOYER_API_KEY=foyer_… npx foyer mcp --service ${new URL(url).origin}`,
      },
      { title: 'Or have the settings written', code: 'npx foyer mcp configure --client claude-code' },
      tryIt,
    ],
  },
]

export const scopeWords = {
  read: 'read',
  write: 'read and draft',
  publish: 'read, draft and publish',
} as const
