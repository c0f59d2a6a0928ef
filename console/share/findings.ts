import { plainText } from '../../shared/plainText.ts'
import { presetsIn, promptsIn, replacePrompts } from '../../shared/prompts.ts'
import type { Shape } from '../api/schema.ts'
import type { Document } from '../documents/document.ts'
import { blockPhrase } from '../documents/words.ts'
import { type FindingCode, grouped, openWarnings } from './words.ts'

type Finding = Shape<'CheckFinding'>

/** A missing text that can be entered in the panel. */
export type MissingText = {
  path: string
  label: string
  value: string
  /** The index of the prompt in its text. */
  place?: number
}

/** A line of the checklist: the finding and how to fix it. */
export type ChecklistLine = {
  key: string
  title: string
  detail: string
  isError: boolean
  /** The block to select in the editor. */
  blockId?: string | undefined
  /** Texts that can be entered in the panel; otherwise, the editor is opened. */
  gaps: MissingText[]
  verb: string
}

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

/** The findings of a check, with similar ones merged into one line with a count. */
export function linesOf(check: Shape<'VersionCheck'>, document: Document): ChecklistLine[] {
  const open = openWarnings(check)
  const of = (code: FindingCode) => open.filter((finding) => finding.code === code)
  const groups: ChecklistLine[] = [
    {
      ...{
        key: 'prompts',
        isError: false,
        verb: 'Answer',
        blockId: blockIdOf(document, of('prompt_unfilled')[0]),
        gaps: of('prompt_unfilled').flatMap(promptGaps(document)),
      },
      title: counted(of('prompt_unfilled').length, '1 question is unanswered', 'questions are unanswered'),
      detail: openDetail(of('prompt_unfilled'), document),
    },
    {
      ...{
        key: 'alts',
        isError: false,
        verb: 'Describe',
        blockId: blockIdOf(document, of('alt_missing')[0]),
        gaps: of('alt_missing').map((finding) =>
          gapAt(document, `What the picture in ${blockAt(document, finding.path)} shows`)(finding),
        ),
      },
      title: counted(
        of('alt_missing').length,
        'A picture has no description',
        'pictures have no description',
      ),
      detail: 'People who can’t see it miss it.',
    },
    {
      ...{ key: 'placeholders', isError: false, verb: 'Edit', gaps: [] },
      blockId: blockIdOf(document, of('placeholder_empty')[0]),
      title: counted(
        of('placeholder_empty').length,
        'A placeholder has no fallback',
        'placeholders have no fallback',
      ),
      detail: 'Visitors of whom nothing is known see a gap.',
    },
  ].filter(
    ({ key, gaps }) => gaps.length > 0 || (key === 'placeholders' && of('placeholder_empty').length > 0),
  )
  const links = [...of('dead_link'), ...of('action_unknown')].map((finding): ChecklistLine => {
    const gap = gapAt(document, 'Where it leads')(finding)
    return {
      ...{ key: `link ${finding.path}`, isError: false, verb: 'Set link', gaps: [gap] },
      blockId: blockIdOf(document, finding),
      title: `${labelBeside(document, finding.path) ?? 'A link'} leads nowhere`,
      detail:
        finding.code === 'dead_link'
          ? `${gap.value} is no page of your site.`
          : 'It is not shown to visitors.',
    }
  })
  const known = new Set<FindingCode>([...grouped, 'dead_link', 'action_unknown'])
  return [
    ...check.errors.map((finding) => otherLine(finding, document, true)),
    ...groups,
    ...links,
    ...open.filter(({ code }) => !known.has(code)).map((finding) => otherLine(finding, document, false)),
  ]
}

const writable = /^\/(?:blocks\/\d+\/props\/.+|metadata\/(?:title|description))$/

function otherLine(finding: Finding, document: Document, isError: boolean): ChecklistLine {
  const { code, path, message } = finding
  const isText =
    writable.test(path) && typeof valueAt(document, path) !== 'object' && code !== 'picture_missing'
  return {
    ...{ key: `${code} ${path}`, isError, title: message, verb: isText ? 'Write it' : 'Edit' },
    detail: isError ? 'It can’t be published like this.' : '',
    blockId: blockIdOf(document, finding),
    gaps: isText ? [gapAt(document, 'Text')(finding)] : [],
  }
}

function openDetail(findings: Finding[], document: Document): string {
  const hasDefault = findings.every(({ path }) =>
    presetsIn(String(valueAt(document, path) ?? '')).every((preset) => preset !== ''),
  )
  return hasDefault
    ? 'Visitors see the example’s text, which isn’t about you.'
    : 'Visitors don’t see them; the blocks stay empty.'
}

/** The number of unanswered questions for which visitors see the example's answer. */
export function countExampleFacts(check: Shape<'VersionCheck'>, document: Document): number {
  const paths = check.warnings.filter(({ code }) => code === 'prompt_unfilled').map(({ path }) => path)
  return [...new Set(paths)]
    .flatMap((path) => presetsIn(String(valueAt(document, path) ?? '')))
    .filter((preset) => preset !== '').length
}

function promptGaps(document: Document) {
  const seen = new Map<string, number>()
  return ({ path }: Finding): MissingText[] => {
    const place = seen.get(path) ?? 0
    seen.set(path, place + 1)
    const question = promptsIn(String(valueAt(document, path) ?? ''))[place]
    return question === undefined ? [] : [{ path, label: question, value: '', place }]
  }
}

const gapAt =
  (document: Document, label: string) =>
  ({ path }: Finding): MissingText => {
    const value = valueAt(document, path)
    return { path, label, value: typeof value === 'string' && promptsIn(value).length === 0 ? value : '' }
  }

/** The label of the button or link at a path, in quotes. */
function labelBeside(document: Document, path: string): string | undefined {
  const beside = valueAt(document, path.replace(/\/[^/]+$/, ''))
  const label = (beside as { label?: unknown } | undefined)?.label
  if (typeof label === 'string' && label !== '') return `“${plainText(label)}”`
  return `A link in ${blockAt(document, path)}`
}

function blockIdOf(document: Document, finding: Finding | undefined): string | undefined {
  return document.blocks[Number(/^\/blocks\/(\d+)/.exec(finding?.path ?? '')?.[1])]?.id
}

function blockAt(document: Document, path: string): string {
  const block = document.blocks[Number(path.split('/')[2])]
  return block ? blockPhrase(block.id, document) : 'the page'
}

const stepsOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function valueAt(document: Document, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    document,
  )
}

/** Fills the gaps of a document with texts; empty ones are skipped. */
export function fillGaps(document: Document, written: readonly (readonly [MissingText, string])[]): Document {
  let filled: unknown = document
  // From the last prompt of a text to the first, so that the indexes stay valid.
  for (const [{ path, place }, text] of written.toReversed()) {
    if (text.trim() === '') continue
    const old = valueAt(filled as Document, path)
    filled = withValue(
      filled,
      stepsOf(path),
      place === undefined ? text.trim() : answered(String(old), place, text.trim()),
    )
  }
  return filled as Document
}

function answered(text: string, place: number, answer: string): string {
  let index = -1
  return replacePrompts(text, (_question, _preset, whole) => {
    index++
    return index === place ? answer : whole
  })
}

function withValue(value: unknown, [step, ...rest]: string[], text: string): unknown {
  if (step === undefined) return text
  if (Array.isArray(value)) return value.with(Number(step), withValue(value[Number(step)], rest, text))
  const old = (value ?? {}) as Record<string, unknown>
  return { ...old, [step]: withValue(old[step], rest, text) }
}
