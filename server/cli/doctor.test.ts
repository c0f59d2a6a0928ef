import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foyer, freshDatabase, preparedFolder } from '../test/launch.ts'
import { openMailbox } from '../test/mailbox.ts'
import type { Finding } from './examine.ts'

async function findingsOf(settings: Record<string, string>) {
  const { code, stdout } = await foyer(['doctor', '--json'], settings)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return { code, of: (what: string) => findings.find((finding) => finding.what === what) as Finding }
}

test('the doctor reports passed checks, warnings and fixes, and fails if something is wrong', async (t) => {
  const { dataDir } = await preparedFolder()
  const mailbox = await openMailbox()
  t.after(() => mailbox.close())
  const healthy = await findingsOf({ DATA_DIR: dataDir, ...mailbox.settings })
  assert.equal(healthy.code, 0)
  for (const what of ['Settings', 'Database', 'Clock', 'Files', 'Disk', 'Secrets', 'Mail', 'Agent', 'Sites'])
    assert.equal(healthy.of(what).state, 'good', JSON.stringify(healthy.of(what)))
  assert.match(healthy.of('Database').says, /^PostgreSQL 18.* up to date$/)
  assert.match(healthy.of('Settings').says, /DATA_DIR.*SMTP_URL/)
  assert.match(healthy.of('Backup').todo ?? '', /foyer backup/)

  const url = await freshDatabase()
  const broken = await findingsOf({
    ...{
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'foyer@foyer.example',
    },
    ...{ PUBLIC_URL: 'https://foyer.invalid', SITE_DOMAIN: 'pages.invalid' },
    ...{
      S3_BUCKET: 'foyer',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    },
    ...{
      AGENT_MODEL: 'openai-compatible:some',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      AGENT_ALLOW_PRIVATE: 'true',
    },
  })
  assert.equal(broken.code, 1)
  for (const what of ['Files', 'Mail', 'Agent', 'Public address', 'Sites']) {
    assert.equal(broken.of(what).state, 'wrong', JSON.stringify(broken.of(what)))
    assert.ok(broken.of(what).todo, what)
  }
  assert.equal(broken.of('Secrets').state, 'look')
  assert.equal(broken.of('Database').state, 'good')
})

test('the doctor names every setting that is wrong, and what it allows', async () => {
  const { dataDir } = await preparedFolder()
  const { code, stdout } = await foyer(['doctor'], {
    DATA_DIR: dataDir,
    PORT: 'abc',
    SMTP_URL: 'hidden-word',
  })
  assert.equal(code, 1)
  assert.match(stdout, /✗ Settings {2}PORT must be a whole number/)
  assert.match(stdout, /✗ Settings {2}SMTP_URL must be an smtp/)
  assert.doesNotMatch(stdout, /hidden-word/)
})

test('without its database the doctor still examines the rest, and no password is shown', async () => {
  const { dataDir } = await preparedFolder()
  const { code, stdout } = await foyer(['doctor'], {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://foyer:hidden-word@127.0.0.1:9/foyer',
  })
  assert.equal(code, 1)
  assert.match(stdout, /✗ Database .*can't be reached/)
  assert.match(stdout, /✓ Files/)
  assert.doesNotMatch(stdout, /hidden-word/)
})
