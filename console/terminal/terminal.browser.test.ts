import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { emptyFolder, foyer } from '../../server/test/launch.ts'
import { goodPassword, newMember } from '../../server/test/members.ts'
import { world } from '../../server/test/world.ts'
import { seal } from '../../shared/sealing.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const program = join(import.meta.dirname, '..', '..', 'bin', 'foyer.js')

/** Starts `foyer login` and reads the URL that it prints. */
async function startLogin(t: TestContext, url: string, folder: string) {
  const child = spawn(process.execPath, [program, 'login', url, '--browser'], {
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill())
  const [said] = (await once(child.stderr, 'data')) as [Buffer]
  const address = new URL(/https?:\S+/.exec(said.toString())?.[0] ?? '')
  const ended = Promise.all([text(child.stdout), once(child, 'close')])
  return { address, ended }
}

test('the console gives a terminal a key after confirmation, and no other sender can give it one', {
  skip: noBrowser,
  timeout: 120_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const folder = await emptyFolder()
  const url = here.baseUrl.replace('127.0.0.1', 'localhost')
  const { address, ended } = await startLogin(t, url, folder)
  const [port, publicKey = ''] = [
    address.searchParams.get('port'),
    address.searchParams.get('publicKey') ?? '',
  ]
  const other = `http://127.0.0.1:${port}/connected?sealed=`
  for (const sealed of ['', 'nonsense', 'A'.repeat(200)])
    assert.equal((await fetch(other + sealed)).status, 404)
  assert.equal((await fetch(`http://127.0.0.1:${port}/?sealed=${await seal(publicKey, 'x')}`)).status, 404)

  const lena = await newMember(here, acme, { role: 'publisher', name: 'Lena Brandt' })
  const at = `/terminal${address.search}`
  const { page, complaints } = await openConsole(t, here, acme, { signedOut: true, at })
  await page.getByLabel('E-mail').fill(lena.email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Let the terminal on .+ work in/ }).waitFor()
  assert.equal(await page.getByRole('radio').count(), 3, 'no more than the role of the user')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  for (const [name, width] of [
    ['wide', 1440],
    ['middle', 1024],
    ['phone', phone.viewport.width],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await takePicture(page, `terminal-${name}`)
  }
  await page.getByRole('radio', { name: /^Write/ }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Your terminal is connected' }).waitFor()
  assert.doesNotMatch(page.url(), /foyer_/)
  const [stdout] = await ended
  assert.deepEqual(JSON.parse(stdout).scopes, ['write'])
  const me = JSON.parse((await foyer(['me', 'get'], { XDG_CONFIG_HOME: folder })).stdout)
  assert.equal(me.user.userId, lena.userId)
  assert.deepEqual(complaints, [])
  await page.goto(`${url}/console/terminal?port=22&publicKey=x`)
  await page.getByText('Start in your terminal').waitFor()
})
