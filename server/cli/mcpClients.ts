import { join } from 'node:path'

type McpConnection = { url: string; key: string | undefined }
type ClientSettings = {
  title: string
  file(place: { home: string; folder: string; platform: NodeJS.Platform; appData: string }): string
  /** The key of the list of servers in the file. */
  list: 'servers' | 'mcpServers'
  server(connection: McpConnection): object
}

const withHeaders = (key: string | undefined) => (key === undefined ? {} : { headers: { 'x-api-key': key } })
const byUrl = ({ url, key }: McpConnection) => ({ url, ...withHeaders(key) })
const byHttp = ({ url, key }: McpConnection) => ({ type: 'http', url, ...withHeaders(key) })

/** The settings files of common clients. Without a key, users sign in through the client. */
export const mcpClients: Record<string, ClientSettings> = {
  vscode: {
    title: 'VS Code, in this folder',
    file: ({ folder }) => join(folder, '.vscode', 'mcp.json'),
    list: 'servers',
    server: byHttp,
  },
  'claude-code': {
    title: 'Claude Code, in this folder',
    file: ({ folder }) => join(folder, '.mcp.json'),
    list: 'mcpServers',
    server: byHttp,
  },
  cursor: {
    title: 'Cursor',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    list: 'mcpServers',
    server: byUrl,
  },
  windsurf: {
    title: 'Windsurf',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    list: 'mcpServers',
    server: ({ url, key }) => ({ serverUrl: url, ...withHeaders(key) }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: ({ home, platform, appData }) => {
      const name = 'claude_desktop_config.json'
      if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude', name)
      return platform === 'win32' ? join(appData, 'Claude', name) : join(home, '.config', 'Claude', name)
    },
    list: 'mcpServers',
    // This client starts programs instead of opening URLs.
    server: ({ url, key }) => ({
      command: 'npx',
      args: ['foyer', 'mcp', '--service', new URL(url).origin],
      ...(key !== undefined && { env: { FOYER_API_KEY: key } }),
    }),
  },
}
