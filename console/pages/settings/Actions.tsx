import type { Shape } from '../../api/schema.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'
import { Rows } from './Rows.tsx'

type ActionInput = Shape<'ActionInput'>
const none = 'none'

/** Created in the browser, so that the header can refer to an action before it is saved. */
function newActionId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 10)
}

export function Actions({ page }: { page: Page }) {
  const actions: ActionInput[] = page.actions.toSorted((a, b) => a.actionIndex - b.actionIndex)
  const saved: { actions: ActionInput[]; headerActionId: string | null } = {
    actions,
    headerActionId: page.headerActionId ?? null,
  }
  return (
    <Group
      page={page}
      title="Actions"
      about="The buttons visitors can click. The first one is the primary action. Blocks refer to them by name."
      saved={saved}
      tidy={({ actions, headerActionId }) => ({
        actions: actions.map((action, actionIndex) => ({ ...action, actionIndex })),
        headerActionId: actions.some(({ actionId }) => actionId === headerActionId) ? headerActionId : null,
      })}
    >
      {({ actions, headerActionId }, change) => (
        <>
          <Rows
            rows={actions}
            onChange={(actions) => change({ actions })}
            noun="action"
            nameOf={({ buttonTitle }) => buttonTitle}
            fresh={() => ({
              actionId: newActionId(),
              buttonTitle: '',
              url: '',
              purpose: '',
              actionType: 'link',
            })}
            most={50}
            empty="No actions yet. Add one to give the page a button."
          >
            {(action, index, edit) => <ActionFields {...{ action, index, edit }} />}
          </Rows>
          {actions.length > 0 && (
            <Select
              name="headerActionId"
              label="Button in the header"
              value={
                actions.some(({ actionId }) => actionId === headerActionId) ? (headerActionId ?? none) : none
              }
              onChange={(value) => change({ headerActionId: value === none ? null : value })}
              options={[
                { value: none, label: 'None' },
                ...actions.map(({ actionId = '', buttonTitle }, index) => ({
                  value: actionId,
                  label: buttonTitle || `Action ${index + 1}`,
                })),
              ]}
            />
          )}
        </>
      )}
    </Group>
  )
}

type FieldsProps = { action: ActionInput; index: number; edit: (part: Partial<ActionInput>) => void }

function ActionFields({ action, index, edit }: FieldsProps) {
  const field = (name: 'buttonTitle' | 'url' | 'purpose' | 'actionType') => ({
    name: `actions/${index}/${name}`,
    value: action[name] ?? '',
    onChange: (value: string) => edit({ [name]: value }),
  })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField {...field('buttonTitle')} label="Button" placeholder="Book a call" maxLength={255} />
      <TextField
        {...field('url')}
        label="URL"
        placeholder="https://cal.example/you"
        inputMode="url"
        spellCheck={false}
      />
      <TextField
        {...field('purpose')}
        label="Purpose"
        optional
        placeholder="When the agent should use it"
        maxLength={2000}
      />
      <TextField {...field('actionType')} label="Kind" placeholder="link" maxLength={64} />
    </div>
  )
}
