import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import type { Shape } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSavePage } from '../queries.ts'
import type { Page } from '../words.ts'

type SettingsPatch = Shape<'PagePatch'>
type ReportUnsaved = (group: string, isDirty: boolean) => void

/** Tracks which groups have unsaved changes. */
export const UnsavedGroups = createContext<ReportUnsaved>(() => {})

type Props<T extends SettingsPatch> = {
  page: Page
  title: string
  about: ReactNode
  /** The saved values of the fields in this group. */
  saved: T
  /** Cleans up the draft before it is saved, for example removes empty lines. */
  tidy?: (draft: T) => T
  children: (draft: T, change: (part: Partial<T>) => void) => ReactNode
}

/** A group of settings with its own save button. */
export function Group<T extends SettingsPatch>({ page, title, about, saved, tidy, children }: Props<T>) {
  const id = useId()
  const mayWrite = useMay('write')
  const save = useSavePage(page.pageId)
  const [draft, setDraft] = useState<T>()
  const isDirty = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(saved)
  const note = use(UnsavedGroups)
  useEffect(() => {
    note(id, isDirty)
    return () => note(id, false)
  }, [note, id, isDirty])
  const discard = () => {
    setDraft(undefined)
    save.reset()
  }
  const submit = () => {
    if (!isDirty) return
    save.mutate(tidy ? tidy(draft) : draft, {
      onSuccess: () => {
        setDraft(undefined)
        notify(`${title} saved`)
      },
    })
  }
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-b border-line py-8 last:border-b-0 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <div className="mt-1 max-w-prose text-sm text-quiet">{about}</div>
      </div>
      <Form onSubmit={submit} error={save.error}>
        <fieldset disabled={!mayWrite} className="min-w-0 space-y-5">
          <legend className="sr-only">{title}</legend>
          {children(draft ?? saved, (part) => setDraft({ ...(draft ?? saved), ...part }))}
        </fieldset>
        {isDirty && (
          <div className="mt-5 flex animate-fade items-center gap-2">
            <Button type="submit" look="primary" keys="mod+enter" busy={save.isPending}>
              Save {title.toLowerCase()}
            </Button>
            <Button look="quiet" onClick={discard}>
              Discard
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}
