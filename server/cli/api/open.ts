import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { StartError } from '../../start/startError.ts'
import { print } from '../output.ts'
import { chooseService, connectService, type ServiceOptions, withService } from './service.ts'

/** Screens of the console by the prefix of the id they show. */
const screens: Record<string, string> = {
  account: 'accounts',
  batch: 'batches',
  page: 'pages',
  person: 'persons',
  webhook: 'webhooks',
}

export function openCommand(program: Command) {
  withService(program.command('open'))
    .argument('[id]', 'a page, an audience, an account, a person or a batch; the console itself by default')
    .description('open the console in the browser')
    .action(async (id: string | undefined, options: ServiceOptions) => {
      const { url } = await chooseService(options)
      const address = `${url}/console/${id === undefined ? '' : await screenOf(id, options)}`
      // Without a terminal, no user is at this machine to see a browser.
      if (process.stdout.isTTY) openBrowser(address)
      print({ url: address }, address)
    })
}

async function screenOf(id: string, options: ServiceOptions): Promise<string> {
  const [prefix = ''] = id.split('_')
  if (prefix === 'audience') {
    const foyer = await connectService(options)
    const [found] = (await foyer.audiences.listOfAllPages({ audienceId: [id] })).items
    if (found) return `pages/${found.pageId}/audiences/${id}`
  }
  const screen = screens[prefix]
  if (!screen || !/^\w+$/.test(id)) throw new StartError(`The console has no screen for ${id}.`)
  return `${screen}/${id}`
}

/** Opens a URL with the system's default program. Failures are not reported, because the URL is printed as well. */
export function openBrowser(address: string) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  spawn(program as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
