import { Command } from 'cmdk'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AssetField } from '../assets/AssetField.tsx'
import type { Asset, AssetType } from '../assets/words.ts'
import type { Block } from '../documents/document.ts'
import { type BlockTypeInfo, type BlockTypes, choicesOf } from '../documents/schema.ts'
import { IconButton } from '../ui/Button.tsx'
import { blockTypeWords } from './blockWords.ts'
import { newBlock } from './changes.ts'
import type { MenuAnchor } from './PlaceholderMenu.tsx'
import { Wireframe } from './Wireframe.tsx'

type Props = { at: MenuAnchor; types: BlockTypes; onPick: (block: Block) => void; onClose: () => void }

const [width, height] = [352, 480]

/** The block library with search and a drawing of each block. */
export function InsertMenu({ at, types, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [waiting, setWaiting] = useState<BlockTypeInfo>()
  useEffect(() => {
    const close = (event: PointerEvent) => {
      const target = event.target as HTMLElement
      // The asset picker opens in a portal outside of the box.
      if (!box.current?.contains(target) && !target.closest('[data-radix-popper-content-wrapper]')) onClose()
    }
    addEventListener('pointerdown', close, true)
    return () => removeEventListener('pointerdown', close, true)
  }, [onClose])
  const left = Math.max(8, Math.min(at.left, innerWidth - width - 8))
  const top = Math.max(8, Math.min(at.top, innerHeight - height - 8))
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label="Insert a block"
      style={{ left, top, width: Math.min(width, innerWidth - 16), maxHeight: height }}
      className="fixed z-40 flex animate-rise flex-col overflow-hidden rounded-xl bg-raised shadow-float"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {waiting ? (
        <AssetStep info={waiting} onBack={() => setWaiting(undefined)} onPick={onPick} />
      ) : (
        <Library
          types={types}
          onPick={(info, layout) => {
            if (!info.starter) return setWaiting(info)
            onPick(newBlock(info.type, { ...info.starter, ...(layout && { layout }) }))
          }}
        />
      )}
    </div>,
    document.body,
  )
}

type LibraryProps = { types: BlockTypes; onPick: (info: BlockTypeInfo, layout?: string) => void }

function Library({ types, onPick }: LibraryProps) {
  const [text, setText] = useState('')
  const infos = [...types.types.values()]
  return (
    <Command label="Blocks" className="flex min-h-0 flex-1 flex-col">
      <div className="p-2">
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Find a block"
          className="h-9 w-full rounded-md border border-edge bg-ground px-3 text-sm outline-none focus:border-accent focus:ring-1 focus:ring-accent max-md:text-lg"
        />
      </div>
      <Command.List className="thin-scroll min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <Command.Empty className="px-2 py-6 text-center text-sm text-quiet">No matching blocks</Command.Empty>
        {infos.map((info) => {
          const { name, hint } = blockTypeWords(info.type)
          return (
            <Choice
              key={info.type}
              {...{ name, hint, info, onPick }}
              value={`${name} ${hint} ${info.type}`}
            />
          )
        })}
        {text !== '' && <Variants infos={infos} onPick={onPick} />}
      </Command.List>
    </Command>
  )
}

type ChoiceProps = {
  info: BlockTypeInfo
  layout?: string
  name: string
  hint: string
  /** The words it is found by. */
  value: string
  onPick: LibraryProps['onPick']
}

function Choice({ info, layout, name, hint, value, onPick }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      onSelect={() => onPick(info, layout)}
      className="flex items-center gap-3 rounded-lg p-1.5 text-sm data-[selected=true]:bg-hover"
    >
      <span className="w-16 shrink-0 overflow-hidden rounded-md border border-line bg-ground">
        <Wireframe type={info.type} {...(layout && { layout })} />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block truncate text-xs text-quiet">{hint}</span>
      </span>
    </Command.Item>
  )
}

/** A search also finds single layouts of blocks. */
function Variants({ infos, onPick }: { infos: BlockTypeInfo[]; onPick: LibraryProps['onPick'] }) {
  return infos
    .filter(({ starter }) => starter)
    .flatMap((info) =>
      choicesOf(info.props.properties?.layout ?? {}).map(({ value, hint }) => (
        <Choice
          key={`${info.type} ${value}`}
          {...{ hint, info, onPick }}
          layout={value}
          name={`${blockTypeWords(info.type).name}, ${value}`}
          value={`${blockTypeWords(info.type).name} ${value} ${hint}`}
        />
      )),
    )
}

const assetTypes: Record<string, AssetType> = { image: 'image', video: 'video', custom: 'custom-component' }

type StepProps = { info: BlockTypeInfo; onBack: () => void; onPick: (block: Block) => void }

/** Blocks that need a file ask for it first: an existing asset or an upload. */
function AssetStep({ info, onBack, onPick }: StepProps) {
  const type = assetTypes[info.type] ?? 'image'
  const { name } = blockTypeWords(info.type)
  const pick = (asset: Asset) => {
    const props =
      info.type === 'image'
        ? { picture: { assetId: asset.assetId, alt: asset.aiDescription?.slice(0, 300) ?? '' } }
        : { assetId: asset.assetId, title: asset.name, ...(info.type === 'custom' && { height: 400 }) }
    onPick(newBlock(info.type, props))
  }
  return (
    <div className="space-y-3 p-3">
      <div className="flex items-center gap-1.5 text-sm font-medium">
        <IconButton icon={ArrowLeft} label="Back to all blocks" size="sm" onClick={onBack} />
        {name}
      </div>
      <AssetField
        label={name}
        name="asset"
        type={type}
        {...(type === 'image' && { uploadAs: type })}
        empty={type === 'image' ? 'Choose an image' : 'Choose a file'}
        value={undefined}
        onPick={pick}
      />
    </div>
  )
}
