import { ArrowDownUp, type LucideIcon, Minus, Palette, PencilLine, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { withoutTokens } from '../../shared/plainText.ts'
import { cx } from '../ui/cx.ts'
import { blockById, compareTexts, compareWords, type TextChange } from './compare.ts'
import type { Block, Document, Operation } from './document.ts'
import { blockPhrase, nameOfProp, shownValue } from './words.ts'

type Props = {
  operations: Operation[]
  before: Document
  after: Document
  onReveal: (blockId: string) => void
}

/** The differences between two documents by block, with removed and added words. */
export function Differences({ operations, before, after, onReveal }: Props) {
  const changes = useMemo(() => gatherChanges(operations, before, after), [operations, before, after])
  return (
    <ol className="space-y-3">
      {changes.map((change) => (
        <BlockChange key={change.id} change={change} onReveal={onReveal} />
      ))}
    </ol>
  )
}

export type BlockDifference = {
  id: string
  kind: 'added' | 'removed' | 'moved' | 'changed' | 'look'
  /** The block on the page, if it still exists. */
  blockId: string | undefined
  name: string
  texts: TextChange[]
  /** Changes other than texts: the position, locked, hidden. */
  notes: string[]
}

/** One change per block in the order of the page; several operations on a block are merged. */
export function gatherChanges(operations: Operation[], before: Document, after: Document): BlockDifference[] {
  const changes = new Map<string, BlockDifference>()
  const note = (blockId: string, kind: BlockDifference['kind']) => {
    const known = changes.get(blockId)
    if (known) {
      if (known.kind !== 'moved' && kind === 'moved') known.notes.push('Moved')
      if (known.kind === 'moved' && kind === 'changed') {
        known.kind = kind
        known.notes.push('Moved')
      }
      return
    }
    const [old, now] = [blockById(before, blockId), blockById(after, blockId)]
    changes.set(blockId, {
      id: blockId,
      kind,
      blockId: now && blockId,
      name: blockPhrase(blockId, now ? after : before),
      texts: compareTexts(old, now),
      notes: old && now ? flagNotes(old, now) : [],
    })
  }
  for (const operation of operations) {
    if (operation.type === 'addBlock') note(String(operation.block.id), 'added')
    else if (operation.type === 'removeBlock') note(operation.blockId, 'removed')
    else if (operation.type === 'moveBlock') note(operation.blockId, 'moved')
    else if ('blockId' in operation) note(operation.blockId, 'changed')
  }
  const order = new Map(after.blocks.map(({ id }, place) => [id, place]))
  const blocks = [...changes.values()].sort((a, b) => (order.get(a.id) ?? -1) - (order.get(b.id) ?? -1))
  const look = compareTexts({ props: before.theme } as never, { props: after.theme } as never)
  const metadata = compareTexts(
    { props: before.metadata ?? {} } as never,
    { props: after.metadata ?? {} } as never,
  )
  const whole = [
    { id: '\0look', name: 'the look', texts: look },
    { id: '\0metadata', name: 'title and description', texts: metadata },
  ].filter(({ texts }) => texts.length > 0)
  return [
    ...whole.map((change): BlockDifference => ({ ...change, kind: 'look', blockId: undefined, notes: [] })),
    ...blocks,
  ]
}

function flagNotes(old: Block, now: Block): string[] {
  return [
    old.locked !== now.locked && (now.locked ? 'Locked for audiences' : 'Unlocked'),
    old.hidden !== now.hidden && (now.hidden ? 'Hidden from visitors' : 'Shown to visitors'),
  ].filter((note) => note !== false)
}

const kinds: Record<BlockDifference['kind'], { icon: LucideIcon; word: string; look: string }> = {
  added: { icon: Plus, word: 'Added', look: 'text-good' },
  removed: { icon: Minus, word: 'Removed', look: 'text-danger' },
  moved: { icon: ArrowDownUp, word: 'Moved', look: 'text-quiet' },
  changed: { icon: PencilLine, word: 'Changed', look: 'text-quiet' },
  look: { icon: Palette, word: 'Changed', look: 'text-quiet' },
}

function BlockChange({ change, onReveal }: { change: BlockDifference; onReveal: (blockId: string) => void }) {
  const { kind, name, texts, notes, blockId } = change
  const { icon: Icon, word, look } = kinds[kind]
  const head = (
    <>
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', look)} />
      <span className="min-w-0 flex-1">
        <span className="font-medium">
          {word} {name}
        </span>
        {notes.length > 0 && <span className="block text-quiet">{notes.join(' · ')}</span>}
      </span>
    </>
  )
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-raised">
      {blockId ? (
        <button
          type="button"
          title="Show it on the page"
          onClick={() => onReveal(blockId)}
          className="flex w-full gap-2.5 px-3 py-2 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
        >
          {head}
        </button>
      ) : (
        <div className="flex gap-2.5 px-3 py-2 text-sm">{head}</div>
      )}
      {texts.length > 0 && (
        <dl className="space-y-2.5 border-t border-line px-3 py-2.5 text-sm">
          {texts.map((text) => (
            <TextDifference key={text.path} change={text} />
          ))}
        </dl>
      )}
    </li>
  )
}

const isAssetId = (text: string) => /^asset_[0-9a-z]{26}$/.test(text)

function TextDifference({ change: { path, before, after } }: { change: TextChange }) {
  const pieces = useMemo(() => {
    const [a, b] = [shownValue(before), shownValue(after)]
    // Formatting tokens are left out, unless only they changed.
    return a === b ? compareWords(withoutTokens(before), withoutTokens(after)) : compareWords(a, b)
  }, [before, after])
  const isWhole = pieces.every(({ kind }) => kind !== 'same')
  // Asset ids are meaningless to users.
  if (isAssetId(before) || isAssetId(after))
    return (
      <div>
        <dt className="text-xs text-faint first-letter:uppercase">{nameOfProp(path)}</dt>
        <dd className="mt-0.5 text-quiet">
          {before && after ? 'Replaced by another' : after ? 'Added' : 'Removed'}
        </dd>
      </div>
    )
  return (
    <div>
      <dt className="text-xs text-faint first-letter:uppercase">{nameOfProp(path)}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-wrap">
        {pieces.map(({ text, kind }, place) => {
          const key = `${place} ${kind}`
          if (kind === 'added')
            return (
              <ins
                key={key}
                className={cx('rounded-sm bg-good-tint text-good no-underline', isWhole && 'block w-fit')}
              >
                {text}
              </ins>
            )
          if (kind === 'removed')
            return (
              <del
                key={key}
                className={cx('rounded-sm bg-danger-tint text-danger decoration-1', isWhole && 'block w-fit')}
              >
                {text}
              </del>
            )
          return <span key={key}>{text}</span>
        })}
      </dd>
    </div>
  )
}
