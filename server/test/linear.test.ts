import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { remarksOf, statements } from '../../builtin-agent/compose/notes.ts'
import { collect } from '../../builtin-agent/evaluation/inProcess.ts'
import { contextFor } from '../../builtin-agent/examples/page.ts'
import { bare, fillPlaceholders, paragraphs, plain, readScripts } from '../../document/index.ts'
import { escapeInline, parseInline } from '../../shared/inline.ts'
import { linkError, safeHref } from '../../shared/links.ts'
import { stringError } from '../../shared/texts.ts'
import { toHostName } from '../accounts/domain.ts'
import { NumberedFacts } from '../agent/model/facts.ts'
import { Guard } from '../agent/model/guard.ts'
import { claimsChange, withoutPreamble } from '../agent/model/honesty.ts'
import { findName, namesOf } from '../agent/model/names.ts'
import { presentReply, presentSuggestions } from '../agent/model/replyText.ts'
import { reportOf } from '../agent/model/report.ts'
import { readTextCalls } from '../agent/model/textCalls.ts'
import { WorkingDocument } from '../agent/workingDocument.ts'
import { readCsv } from '../batches/csv.ts'
import { canonicalHostname } from '../domains/hostname.ts'
import { cleanStyle } from '../files/css.ts'
import { cleanSvg } from '../files/svg.ts'
import { canonicalPath } from '../links/path.ts'
import { fold, searchColumns, wordsOf } from '../lists/search.ts'
import { openLogOutput } from '../log/output.ts'
import { canonicalEmail, canonicalLinkedinUrl, canonicalPhoneNumber } from '../persons/contact.ts'
import { slugWish } from '../persons/slug.ts'
import { readHostname } from '../site/host.ts'
import { readAnswers } from '../visits/form.ts'
import { readFormAction, readVisitToken } from '../visits/token.ts'
import { judge } from '../visits/verdict.ts'
import { faultOfUrl } from '../web/outbound.ts'
import { requestIdFrom } from '../web/requestId.ts'
import { isThorough } from './environment.ts'
import { pathologicalTexts } from './pathological.ts'
import { threadCpuMs } from './processor.ts'

const sign = Object.assign(() => '', {
  ...{ verify: () => false, reload: async () => {}, current: () => new Uint8Array() },
})
const facts = {
  person: { personId: 'p', name: 'x', email: null },
  account: undefined,
  brand: { name: 'b' },
  page: { title: 't' },
}

const names = namesOf({ ...contextFor(''), person: { personId: 'p', name: 'Will Target', email: null } })

/** All functions that process text from outside. */
const places: Record<string, (text: string) => unknown> = {
  messages: (text) => collect(builtinAgent, contextFor(text)),
  notes: (text) => {
    const context = contextFor('')
    const notes = (['account_log', 'person_log', 'activity'] as const).map((kind) => ({
      ...{ kind, id: kind, text, createdAt: '+1794614400000' },
    }))
    const audience = { ...context.audience, supplementaryContext: text }
    const noted = { ...context, notes, audience, page: { ...context.page, pageContext: text } }
    return [remarksOf(noted), statements(noted)]
  },
  'calls that a model writes as text': (text) => {
    const marks = ['<think>', '</think>', '<tool_call>', '<function=undo>', '```json\n{', '[TOOL_CALLS]']
    return marks.map((mark) => readTextCalls(mark + text.replaceAll(' ', mark), new Set(['undo'])))
  },
  'messages to a model': (text) => {
    const context = contextFor(text)
    const guard = new Guard(new WorkingDocument(context), new NumberedFacts(context))
    return guard.checkBlock(
      'hero',
      { headline: text, primaryAction: { label: text, link: `https://x.example/${text}` } },
      [],
    )
  },
  'notes to a model': (text) => {
    const note = { kind: 'account_log' as const, id: 'note', text, createdAt: '+1794614400000' }
    const context = { ...contextFor('Make it personal'), notes: [note] }
    const working = new WorkingDocument(context)
    return new Guard(working, new NumberedFacts(context)).checkBlock('hero', { headline: text }, [])
  },
  'answers of a model': (text) => [claimsChange(text), withoutPreamble(text), findName([text], names)],
  'answers as people read them': (text) => {
    const working = new WorkingDocument(contextFor('Shorter'))
    const { document } = working
    const after = { ...document, blocks: document.blocks.slice(1) }
    const run = { message: text, answer: text, before: document, after, failed: [], selectedId: undefined }
    return [presentReply(text, working), presentSuggestions([text.slice(0, 300)], working), reportOf(run)]
  },
  'inline markup': (text) => parseInline(text),
  'block texts': (text) =>
    (['text', 'rich', 'paragraphs', 'link'] as const).map((kind) => stringError(text, kind)),
  'rendered text': (text) => [
    plain(text),
    bare(text),
    String(paragraphs(text, { resolve: (href) => ({ href }) })),
  ],
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

/** Shorter measurements are ignored: compilation and garbage collection dominate them. */
const noiseMs = 1
/** Longer ones are exact enough without repetition. */
const longMs = 50
/** Twice the text costs twice as much in linear time and four times as much in quadratic time. */
const mostRatio = 3
/** Below it a single measurement is enough; between both, the minima of several decide. */
const clearRatio = 2.5
/** Quadratic time exceeds the limit in every round; a disturbed measurement does not. */
const rounds = 6

/** The minimum CPU time of several runs, as load and garbage collection only add to it. */
async function fastest(work: (text: string) => unknown, text: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs && (run === 0 || best < longMs); run++) {
    const began = threadCpuMs()
    try {
      await work(text)
    } catch {
      // Rejecting the text is a valid result.
    }
    best = Math.min(best, threadCpuMs() - began)
  }
  return best
}

/**
 * Measures a text and its double until doubling costs less than three times as much, or the rounds are used up. Most places
 * are linear at the first attempt, which is made once.
 */
async function measureDoubling(work: (text: string) => unknown, single: string, double: string) {
  let [before, after] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    const runs = round === 0 ? 1 : 2
    after = Math.min(after, await fastest(work, double, runs))
    if (after < noiseMs) break
    before = Math.min(before, await fastest(work, single, runs))
    if (after < clearRatio * before) break
  }
  return { before, after, isLinear: after < noiseMs || after < mostRatio * before }
}

async function findSlowTexts(work: (text: string) => unknown, lengths = [1_000, 10_000]) {
  const slow: string[] = []
  for (const length of lengths) {
    const singles = pathologicalTexts(length)
    for (const [nth, double] of pathologicalTexts(2 * length).entries()) {
      const { before, after, isLinear } = await measureDoubling(work, singles[nth] as string, double)
      if (isLinear) continue
      const figures = `${before.toFixed(1)} → ${after.toFixed(1)} ms`
      slow.push(`${JSON.stringify(double.slice(0, 30))} of ${2 * length}: ${figures}`)
    }
  }
  return slow
}

/** The built-in agent takes so long for each text that half the length shows as much. */
const lengthsOf: Record<string, number[]> = { messages: [1_000, 4_000] }

// By the clock, so only in thorough runs; usual ones examine every expression and every exported text function.
for (const [name, work] of Object.entries(isThorough ? places : {}))
  test(`${name}: twice the text costs at most three times as much`, async () => {
    assert.deepEqual(await findSlowTexts(work, lengthsOf[name]), [])
  })

test('the measurement finds a quadratic pattern', async () => {
  // Other load may slow down the measurement of the shorter text alone.
  const measure = () => findSlowTexts((text) => / +$/.test(text), [8_000])
  for (let triesLeft = 2; (await measure()).length === 0; triesLeft--) assert.ok(triesLeft > 0)
})

test('inputs that once were slow stay fast: script lists, nested style sheets', async () => {
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
