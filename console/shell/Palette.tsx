import { useNavigate, useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Keyboard, LoaderCircle, LogOut, type LucideIcon, Moon, Search, Sun } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useMay } from '../api/session.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { showShortcuts, useCommands } from './commands.ts'
import type { SearchResult } from './finders.ts'
import { type NavItem, navGroups, otherNavItems } from './navigation.ts'
import { setTheme, useIsDark } from './theme.ts'
import { useEnter } from './useEnter.ts'
import { useResults } from './useResults.ts'
import { useSignOut } from './useSignOut.ts'

type Props = { isOpen: boolean; onClose: () => void; initialText: string }

/** ⌘K: search, navigation, and commands of the current screen. */
export function Palette({ isOpen, onClose, initialText }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          // `Choices` moves the focus to the input and the caret behind the text typed so far.
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-x-3 top-3 z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-xl bg-raised shadow-float md:top-[14vh]"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Choices onClose={onClose} initialText={initialText} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Choices({ onClose, initialText }: Omit<Props, 'isOpen'>) {
  const [text, setText] = useState(initialText)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(initialText.length, initialText.length)
  }, [initialText])
  const [value, setValue] = useState('')
  const { results, query, isFinding } = useResults(text.trim())
  const commands = useCommands()
  const router = useRouter()
  const best = results.find(({ found }) => found.length > 0)?.found[0]
  const then: Then = (run) => () => {
    onClose()
    run()
  }
  const open = ({ href }: SearchResult) => then(() => router.navigate({ href }))()
  const list = useRef<HTMLDivElement>(null)
  const { wait, isWaiting, isChosen, reset } = useEnter(isFinding, () => {
    if (best) open(best)
    else list.current?.querySelector<HTMLElement>('[cmdk-item]')?.click()
  })
  // Results arrive after the letters were typed; Enter opens the best of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each query selects its best result, even if it is the same one
  useEffect(() => {
    if (best && !isChosen) setValue(best.id)
  }, [best?.id, query])
  return (
    <Command
      label="Search and commands"
      loop
      value={value}
      onValueChange={setValue}
      filter={holdsWords}
      onKeyDown={wait}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        {isWaiting ? (
          <LoaderCircle aria-hidden className="size-4 animate-spin text-faint" />
        ) : (
          <Search aria-hidden className="size-4 text-faint" />
        )}
        <Command.Input
          ref={input}
          value={text}
          onValueChange={(typed) => {
            reset()
            setText(typed)
          }}
          placeholder="Search or jump to…"
          className="h-12 flex-1 bg-transparent text-base outline-none max-md:text-lg"
        />
        <Kbd keys="escape" />
      </div>
      <Command.List
        ref={list}
        className="thin-scroll max-h-[min(60vh,26rem)] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint"
      >
        {!best && (
          <Command.Empty className="px-3 py-8 text-center text-sm text-quiet">No results</Command.Empty>
        )}
        {results.map(({ label, icon, found }) => (
          <Results key={label} {...{ label, icon, found }} onChoose={open} />
        ))}
        {commands.length > 0 && (
          <Command.Group heading="Here">
            {commands.map(({ id, run, ...item }) => (
              <Item key={id} value={id} {...item} onSelect={then(run)} />
            ))}
          </Command.Group>
        )}
        <GoTo then={then} />
        <Settings then={then} />
      </Command.List>
    </Command>
  )
}

/** Every typed word must be the beginning of a word in the command; other occurrences don't match. */
function holdsWords(_value: string, search: string, keywords: string[] = []): number {
  const words = keywords.join(' ').toLowerCase().split(/\s+/)
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  return typed.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0
}

type Then = (run: () => unknown) => () => void

function GoTo({ then }: { then: Then }) {
  return (
    <Command.Group heading="Go to">
      {[...navGroups.flatMap(({ places }) => places), ...otherNavItems].map((place) => (
        <NavCommand key={place.to} place={place} then={then} />
      ))}
    </Command.Group>
  )
}

function NavCommand({
  place: { to, label, icon, keys, words = '', scope = 'read' },
  then,
}: {
  place: Omit<NavItem, 'keys'> & { keys?: string }
  then: Then
}) {
  const navigate = useNavigate()
  const may = useMay(scope)
  if (!may) return null
  return (
    <Item
      value={`go ${to}`}
      label={label}
      words={`go to ${label} ${words}`}
      icon={icon}
      {...(keys && { keys })}
      onSelect={then(() => navigate({ to }))}
    />
  )
}

function Settings({ then }: { then: Then }) {
  const isDark = useIsDark()
  const signOut = useSignOut()
  return (
    <Command.Group heading="Settings">
      <Item
        value="theme"
        label={isDark ? 'Use the light theme' : 'Use the dark theme'}
        words="theme dark light mode appearance"
        icon={isDark ? Sun : Moon}
        onSelect={then(() => setTheme(isDark ? 'light' : 'dark'))}
      />
      <Item
        value="shortcuts"
        label="Keyboard shortcuts"
        words="help keys"
        icon={Keyboard}
        keys="?"
        onSelect={then(showShortcuts)}
      />
      <Item value="sign out" label="Sign out" words="log out leave" icon={LogOut} onSelect={then(signOut)} />
    </Command.Group>
  )
}

type ResultsProps = {
  label: string
  icon: LucideIcon
  found: SearchResult[]
  onChoose: (found: SearchResult) => void
}

function Results({ label, icon, found, onChoose }: ResultsProps) {
  if (found.length === 0) return null
  return (
    // The service has filtered these results already.
    <Command.Group heading={label} forceMount>
      {found.map((one) => (
        <Item
          key={one.id}
          value={one.id}
          label={one.label}
          hint={one.hint}
          icon={icon}
          forceMount
          onSelect={() => onChoose(one)}
        />
      ))}
    </Command.Group>
  )
}

type ItemProps = {
  value: string
  label: string
  hint?: string | undefined
  words?: string | undefined
  icon: LucideIcon
  keys?: string
  forceMount?: boolean
  onSelect: () => void
}

function Item({ value, label, hint, words, icon: Icon, keys, forceMount, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={[label, words ?? '']}
      forceMount={forceMount ?? false}
      onSelect={onSelect}
      className="flex min-h-9 items-center gap-3 rounded-md px-2.5 py-1 text-sm data-[selected=true]:bg-hover max-md:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 flex-1 truncate">
        {label}
        {hint && <span className="ms-2 text-quiet">{hint}</span>}
      </span>
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  )
}
