import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bookmark, Check, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { useMay } from '../api/session.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/fields.tsx'
import { attempt } from '../ui/notify.tsx'
import { PopoverPanel } from '../ui/PopoverPanel.tsx'

type ViewList = Shape<'SavedView'>['list']
type ListView = { name: string; search: string; viewId?: string }

function viewsQuery(list: ViewList) {
  return readQuery(keys.views(list), async (call) => (await api.views.list({ list }, call)).items)
}

/** A canonical form of a search string, regardless of the order of its parameters. */
const normal = (search: string) =>
  [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'tab')
    .map((part) => part.join('='))
    .sort()
    .join('&')

type Props = {
  list: ViewList
  /** Built-in views. */
  given?: readonly ListView[]
  /** The button's label while no view is active. */
  label?: string
}

/** Named filters and sort orders, shared by the tenant. */
export function ViewsMenu({ list, given = [], label = 'Views' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: saved = [] } = useQuery(viewsQuery(list))
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayWrite = useMay('write')
  const here = normal(searchStr)
  const views: ListView[] = [...given, ...saved]
  const current = here === '' ? undefined : views.find(({ search }) => normal(search) === here)
  const changed = () => client.invalidateQueries({ queryKey: keys.views(list) })
  const open = ({ search }: ListView) => {
    setIsOpen(false)
    const tab = new URLSearchParams(searchStr).get('tab')
    const query = [...(tab ? [`tab=${tab}`] : []), search].filter(Boolean).join('&')
    void navigate({ href: `${pathname}${query && `?${query}`}` })
  }
  const remove = ({ viewId = '', name }: ListView) =>
    attempt(() => api.views.delete(viewId).then(changed), `View “${name}” deleted`)
  return (
    <PopoverPanel
      label="Views"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-72 max-w-[calc(100vw-1rem)] p-1"
      trigger={
        <button
          type="button"
          className={cx(
            'flex h-8 max-w-full items-center gap-1.5 rounded-md border px-2.5 text-sm hover:bg-hover hover:text-ink',
            current ? 'border-edge bg-raised font-medium shadow-low' : 'border-dashed border-edge text-quiet',
          )}
        >
          <Bookmark aria-hidden className={cx('size-3.5 shrink-0', current && 'fill-current text-accent')} />
          <span className="truncate">{current?.name ?? label}</span>
        </button>
      }
    >
      <ul>
        {views.map((view) => (
          <li
            key={view.viewId ?? view.name}
            className="group/view flex items-center rounded-md hover:bg-hover"
          >
            <button
              type="button"
              onClick={() => open(view)}
              className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2 text-start text-sm max-md:min-h-10"
            >
              <span className="truncate">{view.name}</span>
              {view === current && <Check aria-hidden className="size-4 shrink-0" />}
            </button>
            {view.viewId && mayWrite && (
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Delete the view ${view.name}`}
                className="opacity-0 group-hover/view:opacity-100 focus-visible:opacity-100 max-md:opacity-100"
                onClick={() => void remove(view)}
              />
            )}
          </li>
        ))}
      </ul>
      {views.length === 0 && here === '' && (
        <p className="px-2 py-1.5 text-sm text-quiet">
          Filter or sort the list, then save it here to come back to it.
        </p>
      )}
      {mayWrite && here !== '' && !current && (
        <SaveForm
          list={list}
          search={here}
          onSaved={() => {
            setIsOpen(false)
            void changed()
          }}
        />
      )}
    </PopoverPanel>
  )
}

function SaveForm({ list, search, onSaved }: { list: ViewList; search: string; onSaved: () => void }) {
  const [name, setName] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    const save = () => api.views.save({ list, name: name.trim(), search }).then(onSaved)
    await attempt(save, `View “${name.trim()}” saved`)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-1 space-y-2 border-t border-line p-2">
      <TextField
        label="Save what is shown as a view"
        placeholder="Hot this week"
        maxLength={80}
        value={name}
        onChange={setName}
      />
      <Button type="submit" size="sm" icon={Plus} disabled={!name.trim()}>
        Save view
      </Button>
    </form>
  )
}
