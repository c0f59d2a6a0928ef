import assert from 'node:assert/strict'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '../../../sdk/index.ts'
import { openBrowser } from '../../test/console.ts'
import { png } from '../../test/images.ts'
import { emptyFolder, foyer } from '../../test/launch.ts'
import { openClient2 } from '../../test/mcpClient.ts'
import { run } from '../../test/run.ts'
import { newAudience, newPage } from '../../test/sites.ts'
import { world } from '../../test/world.ts'
import { operations } from './operations.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'foyer.js')

async function openCli() {
  const here = await world()
  const { acme, baseUrl } = here
  const at = { FOYER_API_KEY: acme.key, FOYER_URL: baseUrl }
  const json = async (...args: string[]) => {
    const run = await foyer(args, at)
    assert.equal(run.code, 0, `${args.join(' ')}: ${run.stderr}`)
    return JSON.parse(run.stdout)
  }
  const refusal = async (...args: string[]) => {
    const run = await foyer(args, at)
    assert.equal(run.stdout, '', args.join(' '))
    return [run.code, JSON.parse(run.stderr).error.code]
  }
  return { ...here, at, json, refusal }
}

test('commands print clean tables or JSON, and their exit codes identify the kind of error', async () => {
  const { acme, at, json, refusal } = await openCli()
  const pageId = await newPage(acme)
  const { audienceId } = await newAudience(acme, pageId)
  const hostile = '\x1b]0;pwned\x07\x1b[2JSpring\u202e\u009b31m'
  const { accountId } = await json('accounts', 'create', '--domain', 'acme.example', '--name', hostile)
  const shown = await foyer(['accounts', 'list', '--table'], at)
  assert.match(
    shown.stdout,
    /^ACCOUNT ID +DOMAIN +NAME +CREATED AT\naccount_\w+ +acme\.example +\]0;pwned\[2JSpring31m +20\d\d-/,
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
  assert.doesNotMatch(shown.stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
  const raw = await foyer(['accounts', 'get', accountId, '--json'], at)
  assert.doesNotMatch(raw.stdout, /[\u007f-\u009f\u202e]/)
  assert.equal(JSON.parse(raw.stdout).name, hostile)

  const folder = await emptyFolder()
  await writeFile(join(folder, 'a.png'), await png())
  await writeFile(join(folder, 'b.png'), 'no image')
  const uploaded = await foyer(['assets', 'upload', join(folder, 'a.png'), join(folder, 'b.png')], at)
  const { items, failures } = JSON.parse(uploaded.stdout)
  assert.deepEqual([uploaded.code, items.length, items[0].name, failures.length], [3, 1, 'a.png', 1])
  const all = await json('audiences', 'list', pageId, '--all', '--limit', '1')
  assert.equal(all.items.length, 1)
  const custom = JSON.stringify({ domain: 'data.example' })
  assert.equal(
    JSON.parse((await foyer(['accounts', 'create', '--data', '-', '--name', 'Data'], at, custom)).stdout)
      .name,
    'Data',
  )
  assert.match(
    (await json('open', audienceId)).url,
    new RegExp(`/console/pages/${pageId}/audiences/${audienceId}$`),
  )

  const cut = `"${process.execPath}" "${program}" accounts list --all | true`
  assert.equal((await run('bash', ['-c', cut], { env: { ...process.env, ...at } })).stderr, '')

  assert.deepEqual(await refusal('accounts', 'create', '--domain', 'acme.example'), [7, 'account_exists'])
  assert.deepEqual(await refusal('pages', 'get', 'page_none'), [6, 'not_found'])
  assert.deepEqual(await refusal('pages', 'list', '--limit', 'many'), [2, 'usage'])
  assert.deepEqual(await refusal('schedules', 'create', pageId), [2, 'usage'])
  assert.deepEqual(await refusal('pages', 'nonsense'), [2, 'usage'])
})

test('a saved key is sent only to its own service, and only its owner can read the file', async () => {
  const { acme, globex, baseUrl, sink } = await world()
  const home = await emptyFolder()
  const at = { XDG_CONFIG_HOME: home }
  const login = (args: string[], key: string) => foyer(['login', baseUrl, ...args], at, `${key}\n`)
  const refused = await login([], 'foyer_wrong')
  assert.deepEqual([refused.code, JSON.parse(refused.stderr).error.code], [5, 'key_unknown'])
  assert.equal((await foyer(['me', 'get'], at)).code, 5)
  const saved = await login([], acme.key)
  assert.equal(JSON.parse(saved.stdout).tenantId, acme.tenantId)
  await login(['--profile', 'globex'], globex.key)
  const file = join(home, 'foyer', 'profiles.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const whoIs = async (...args: string[]) =>
    JSON.parse((await foyer(['me', 'get', ...args], at)).stdout).tenantId
  assert.equal(await whoIs(), globex.tenantId)
  assert.equal(await whoIs('--profile', 'default'), acme.tenantId)
  assert.equal((await foyer(['profiles', 'use', 'default'], at)).code, 0)
  assert.equal(await whoIs(), acme.tenantId)
  const listed = await foyer(['profiles'], at)
  assert.deepEqual(
    JSON.parse(listed.stdout).items.map((one: any) => [one.name, one.isCurrent]),
    [
      ['default', true],
      ['globex', false],
    ],
  )
  for (const { stdout, stderr } of [saved, listed, refused])
    assert.ok(![acme.key, globex.key].some((key) => `${stdout}${stderr}`.includes(key)))

  const elsewhere = await foyer(['me', 'get', '--service', sink.url], at)
  assert.deepEqual([elsewhere.code, sink.received.length], [5, 0])
  assert.equal((await foyer(['logout', '--profile', 'globex'], at)).code, 0)
  assert.ok(!(await readFile(file, 'utf8')).includes(globex.key))
  await mkdir(join(home, 'foyer'), { recursive: true })
  await writeFile(file, '{')
  assert.match((await foyer(['me', 'get'], at)).stderr, /not valid JSON/)
})

test('every operation of the API is a command; the tree, help and completions name them', async () => {
  const [tree, help, completed, options, script] = await Promise.all([
    foyer(['commands', '--json'], {}),
    foyer(['agent', 'set-settings', '--help'], {}),
    foyer(['complete', '--', 'releases', 'c'], {}),
    foyer(['complete', '--', 'messages', 'send', '--w'], {}),
    foyer(['completion', 'bash'], {}),
  ])
  const { commands } = JSON.parse(tree.stdout)
  const known = new Set(
    commands.flatMap((group: any) => (group.commands ?? []).map((one: any) => `${group.name} ${one.name}`)),
  )
  assert.deepEqual(
    operations.map(({ noun, verb }) => `${noun} ${verb}`).filter((name) => !known.has(name)),
    [],
  )
  assert.match(help.stdout, /--data -/)
  assert.doesNotMatch(help.stdout, /--api-key/)
  assert.equal(completed.stdout, 'cancel\ncreate\n')
  assert.equal(options.stdout, '--wait\n')
  await completeInShells()
  const typed = `foyer() { "${process.execPath}" "${program}" "$@"; }\n${script.stdout}\nCOMP_WORDS=(foyer per)\nCOMP_CWORD=1\n_foyer\necho "\${COMPREPLY[@]}"`
  assert.equal((await run('bash', ['-c', typed])).stdout, 'person-logs persons\n')
})

/** What Tab offers in zsh and fish, where they are installed. */
async function completeInShells() {
  const defined = `foyer() { "${process.execPath}" "${program}" "$@"; }`
  const inZsh = `${defined}
compdef() { :; }; compadd() { print -l $found; }
eval "$(foyer completion zsh)"
words=(foyer per); CURRENT=2; _foyer`
  const inFish = `function foyer; "${process.execPath}" "${program}" $argv; end
foyer completion fish | source
complete -C 'foyer per'`
  for (const [shell, script] of [
    ['zsh', inZsh],
    ['fish', inFish],
  ] as const) {
    const answer = await run(shell, ['-c', script]).catch((error) => {
      if (error.cause.code !== 'ENOENT') throw error
    })
    if (!answer) continue
    const offered = answer.stdout.trim().split('\n')
    assert.deepEqual(offered.sort(), ['person-logs', 'persons'], shell)
  }
}

test('the same change by HTTP, SDK, command line, MCP and console leaves the same audit rows and events', async (t) => {
  const { acme, baseUrl, json, subscribe, events } = await openCli()
  const sdk = connect({ url: baseUrl, key: acme.key })
  const mcp = await openClient2(baseUrl, { 'x-api-key': acme.key })
  t.after(mcp.close)
  const browser = openBrowser(baseUrl)
  await browser.signIn(acme.key)
  await subscribe(acme)
  const body = (way: string) => ({ domain: `${way}.example`, name: 'Same' })
  await acme.post('/v0/accounts', body('http'))
  await sdk.accounts.create(body('sdk'))
  await json('accounts', 'create', '--domain', 'cli.example', '--name', 'Same')
  await mcp.call('call_operation', { operationId: 'createAccount', body: body('mcp') })
  await browser.send('/v0/accounts', { method: 'POST', body: body('console') })

  const { items } = await sdk.auditEvents.list({ action: 'createAccount' })
  const facts = items.map(({ action, actor: { kind, keyId }, changes }) =>
    JSON.stringify({ action, kind, keyId, changes }).replace(/\w+\.example/, 'example'),
  )
  assert.deepEqual([facts.length, new Set(facts).size], [5, 1], facts.join('\n'))
  const sent = (await events(acme)).map(({ type, data }) => [type, data.name])
  assert.deepEqual(sent, Array(5).fill(['account.created', 'Same']))
})
