import type { Block } from '../../document/index.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import { type Draft, insertBlock, mapBlock } from '../operations/edit.ts'
import { type NoteStatement, sourcesOf } from './notes.ts'

/** The block that lists the needs of the audience. */
export function needsBlockOf({ document }: Draft) {
  return document.blocks.find(
    (block) => block.type === 'text' && (block.id === 'heard' || block.props.heading === 'What we heard'),
  ) as Extract<Block, { type: 'text' }> | undefined
}

/** Appends points to this block; undefined if it has them already. */
export function addNeeds(draft: Draft, statements: NoteStatement[]): Draft | undefined {
  const before = needsBlockOf(draft)
  const written = before?.props.points?.filter((point) => !hasPrompt(point)) ?? []
  const added = statements.filter(({ said }) => !written.includes(`${said}.`))
  if (added.length === 0) return undefined
  const points = [...written, ...added.map(({ said }) => `${said}.`)]
  const sources = sourcesOf([...(before?.sources ?? []).map((source) => ({ source })), ...added])
  if (before)
    return mapBlock(
      draft,
      before.id,
      (old) => ({ ...old, props: { ...old.props, points }, sources }) as Block,
    )
  const { blocks } = draft.document
  const id = blocks.some((block) => block.id === 'heard') ? 'what-we-heard' : 'heard'
  const block: Block = { id, type: 'text', props: { heading: 'What we heard', points }, sources }
  return insertBlock(draft, block, blocks.find(({ type }) => type === 'hero')?.id ?? null)
}
