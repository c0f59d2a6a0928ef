import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Globe, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useMay } from '../api/session.ts'
import { AccountField } from '../persons/AccountField.tsx'
import { IconButton } from '../ui/Button.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextField } from '../ui/fields.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { notify } from '../ui/notify.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { type Account, accountName } from './queries.ts'

type AccountAction = 'domain' | 'merge' | 'delete'

/** Actions on the account as a whole: change its domain, merge or delete it. */
export function AccountMenu({ account }: { account: Account }) {
  const [verb, setVerb] = useState<AccountAction>()
  const mayWrite = useMay('write')
  if (!mayWrite) return null
  const close = () => setVerb(undefined)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${accountName(account)}`} />}>
        <MenuItem icon={Globe} onSelect={() => setVerb('domain')}>
          Change domain…
        </MenuItem>
        <MenuItem icon={Merge} onSelect={() => setVerb('merge')}>
          Merge into another…
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setVerb('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      {verb === 'domain' && <ChangeDomain account={account} onClose={close} />}
      {verb === 'merge' && <MergeAccount account={account} onClose={close} />}
      {verb === 'delete' && <DeleteAccount account={account} onClose={close} />}
    </>
  )
}

type Props = { account: Account; onClose: () => void }

/** Persons, audiences and activity show the names of their accounts. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    for (const { all } of [keys.accounts, keys.persons, keys.audiences, keys.activity])
      void client.invalidateQueries({ queryKey: all })
  }
}

function ChangeDomain({ account, onClose }: Props) {
  const [domain, setDomain] = useState(account.domain)
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: () => api.accounts.update(account.accountId, { domain: domain.trim() }),
    onSuccess: async () => {
      await refresh()
      onClose()
      notify('Domain changed')
    },
  })
  return (
    <FormPanel
      title="Change domain"
      verb="Change domain"
      onClose={onClose}
      onSubmit={() => save.mutate()}
      save={save}
    >
      <TextField
        name="domain"
        label="Domain"
        autoFocus
        spellCheck={false}
        autoCapitalize="none"
        hint="Its people stay. People with an e-mail address at the new domain who have no account are linked to it."
        value={domain}
        onChange={setDomain}
      />
    </FormPanel>
  )
}

function MergeAccount({ account, onClose }: Props) {
  const [into, setInto] = useState<string | null>(null)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const merge = useMutation({
    mutationFn: () => api.accounts.merge(account.accountId, { intoAccountId: into ?? '' }),
    onSuccess: async ({ accountId }) => {
      await navigate({ to: '/accounts/$accountId', params: { accountId }, replace: true })
      await refresh()
      notify(`${accountName(account)} was merged into this account`)
    },
  })
  return (
    <FormPanel
      title={`Merge ${accountName(account)}`}
      description="People, pages, notes, activity and fields move to the other account. It keeps its own name, logo and values where it has them. This can’t be undone."
      verb="Merge"
      onClose={onClose}
      onSubmit={() => merge.mutate()}
      save={merge}
    >
      <AccountField accountId={into} onChange={setInto} />
      <p className="text-sm text-quiet">
        The domain {account.domain} leads to the other account from then on.
      </p>
    </FormPanel>
  )
}

function DeleteAccount({ account, onClose }: Props) {
  const [persons, setPersons] = useState<'keep' | 'erase'>('keep')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const count = account.linkedPersons.length
  const remove = useMutation({
    mutationFn: () => api.accounts.delete(account.accountId, { persons }),
    onSuccess: async () => {
      await navigate({ to: '/accounts', replace: true })
      await refresh()
      notify(`${accountName(account)} was deleted`)
    },
  })
  return (
    <FormPanel
      title={`Delete ${accountName(account)}?`}
      description="Its notes, activity, fields and the pages made for it are erased, with their versions, links and visits. This can’t be undone."
      verb="Delete account"
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      save={remove}
    >
      {count > 0 && (
        <RadioList
          label={count === 1 ? 'Its person' : `Its ${count} people`}
          options={[
            { value: 'keep', label: 'Keep', hint: 'They stay with their own pages, without an account' },
            { value: 'erase', label: 'Erase', hint: 'With everything that is stored about them' },
          ]}
          value={persons}
          onChange={setPersons}
        />
      )}
    </FormPanel>
  )
}
