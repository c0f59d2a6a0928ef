import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { toHostName } from '../accounts/domain.ts'
import { readCsv } from '../batches/csv.ts'
import { fillPlaceholders } from '../documents/fill.ts'
import { escapeInline, parseInline } from '../documents/inline.ts'
import { linkError, safeHref } from '../documents/links.ts'
import { readScripts } from '../documents/render/scripts.ts'
import { canonicalHostname } from '../domains/hostname.ts'
import { cleanStyle } from '../files/css.ts'
import { cleanSvg } from '../files/svg.ts'
import { faultOfUrl } from '../http/outbound.ts'
import { requestIdFrom } from '../http/requestId.ts'
import { canonicalPath } from '../links/path.ts'
import { openLogOutput } from '../logOutput.ts'
import { canonicalEmail, canonicalLinkedinUrl, canonicalPhoneNumber } from '../persons/contact.ts'
import { slugWish } from '../persons/slug.ts'
import { fold, searchColumns, wordsOf } from '../search.ts'
import { readHostname } from '../site/host.ts'
import { readAnswers } from '../visits/form.ts'
import { readFormAction, readVisitToken } from '../visits/token.ts'
import { judge } from '../visits/verdict.ts'
import { pathologicalTexts } from './pathological.ts'

const sign = Object.assign(() => '', { verify: () => false, reload: async () => {} })
const facts = {
  person: { personId: 'p', name: 'x', email: null },
  account: undefined,
  brand: { name: 'b' },
  page: { title: 't' },
}

/** Every place that takes text from outside, apart from the agents, which have tests of their own. */
const places: Record<string, (text: string) => unknown> = {
  'inline markup': (text) => parseInline(text),
  'escaped markup': (text) => parseInline(escapeInline(text)),
  links: (text) => [
    linkError(text),
    linkError(`https://a.example/${text}`),
    linkError(`mailto:${text}`),
    safeHref(text),
  ],
  placeholders: (text) =>
    fillPlaceholders(
      { theme: {}, blocks: [{ id: 'h', type: 'hero', props: { headline: text }, sources: [] }] } as never,
      facts as never,
    ),
  scripts: (text) => [
    readScripts([{ name: '', enabled: true, content: text }]),
    readScripts([{ name: '', enabled: true, content: `<script>${text}` }]),
    readScripts([{ name: '', enabled: true, content: `<script ${text}></script>` }]),
  ],
  'style sheets': (text) => cleanStyle(text, 'stylesheet'),
  declarations: (text) => cleanStyle(`fill:${text}`, 'declarationList'),
  svg: (text) => cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`),
  'svg styles': (text) =>
    cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg"><style>${text.replaceAll('<', '')}</style></svg>`),
  csv: (text) => Array.fromAsync(readCsv(Readable.from([Buffer.from(`name,email\n${text}\n`)]))),
  'user agents': (text) =>
    judge({ method: 'POST', headers: { 'user-agent': text.replaceAll('\n', '') }, address: '192.0.2.1' }),
  'host headers': (text) => readHostname(text),
  paths: (text) => canonicalPath(text),
  domains: (text) => [toHostName(text), canonicalHostname(text)],
  'webhook addresses': (text) => faultOfUrl(text, { allowPrivate: false }),
  'e-mail addresses': (text) => canonicalEmail(text),
  'phone numbers': (text) => canonicalPhoneNumber(text),
  'profile addresses': (text) => canonicalLinkedinUrl(text),
  names: (text) => [searchColumns(text), slugWish(text, null)],
  'search queries': (text) => [fold(text), wordsOf(text)],
  'form answers': (text) => readAnswers('application/x-www-form-urlencoded', Buffer.from(text)),
  'visit tokens': (text) => [readVisitToken(sign, text), readFormAction(sign, `/_f/${text}`)],
  'request ids': (text) => requestIdFrom(text),
  'log texts': (text) => openLogOutput((bytes) => bytes.length).write(JSON.stringify({ msg: text })),
}

/** Milliseconds of this thread, the best of several runs: a busy machine only ever adds. */
async function fastest(work: (text: string) => unknown, text: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const began = process.threadCpuUsage()
    try {
      await work(text)
    } catch {
      // Refusing it is an answer too.
    }
    const { user, system } = process.threadCpuUsage(began)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

for (const [name, work] of Object.entries(places))
  test(`${name}: twice the text costs at most three times as much`, async () => {
    const slow: string[] = []
    // What takes less than this is noise; the longer texts show what a small constant hides.
    for (const [length, noiseMs] of [
      [1_000, 1],
      [10_000, 10],
    ] as const) {
      const [single, double] = [pathologicalTexts(length), pathologicalTexts(2 * length)]
      for (const [nth, text] of double.entries()) {
        let [before, after] = [0, 0]
        for (let runs = 2; runs <= 16; runs *= 2) {
          after = await fastest(work, text, runs)
          if (after < noiseMs) break
          before = await fastest(work, single[nth] as string, runs)
          if (after < 3 * before) break
        }
        if (after >= noiseMs && after >= 3 * before)
          slow.push(
            `${JSON.stringify(text.slice(0, 30))} of ${2 * length}: ${before.toFixed(1)} → ${after.toFixed(1)} ms`,
          )
      }
    }
    assert.deepEqual(slow, [])
  })

test('what was slow once: script lists, nested style sheets', async () => {
  const script = await fastest(places.scripts as never, '<script'.repeat(2_800), 1)
  assert.ok(script < 50, `${script} ms`)
  for (const css of [
    `${'a{'.repeat(60_000)}`,
    `${'a{b:c;'.repeat(30_000)}${'}'.repeat(30_000)}`,
    `a{b:${'('.repeat(100_000)}`,
  ]) {
    const ms = await fastest((text) => cleanStyle(text, 'stylesheet'), css, 1)
    assert.ok(ms < 1_000, `${css.slice(0, 10)} took ${Math.round(ms)} ms`)
  }
})
