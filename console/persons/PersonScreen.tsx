import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Download, Ellipsis, Eraser, FilePlus, Pencil } from 'lucide-react'
import { useState } from 'react'
import { accountName, accountQuery } from '../accounts/queries.ts'
import { Facts, HistoryLayout, Part } from '../activity/HistoryLayout.tsx'
import { MadeFor } from '../activity/MadeFor.tsx'
import { apiBase } from '../api/client.ts'
import { isTransient } from '../api/problem.ts'
import { useMay } from '../api/session.ts'
import { MakePagePanel } from '../audiences/MakePagePanel.tsx'
import { FieldValuesPanel } from '../fields/FieldValuesPanel.tsx'
import { DemoBadge } from '../home/DemoLine.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { LatestVisitsPanel } from '../visits/LatestVisitsPanel.tsx'
import { ErasePerson } from './ErasePerson.tsx'
import { PersonForm } from './PersonForm.tsx'
import { type Person, personName, personQuery } from './queries.ts'
import type { PersonSearch } from './search.ts'

const above = { label: 'People', to: '/persons' }

/** A person: their activity, data, and pages made for them. */
export function PersonScreen() {
  const { personId } = useParams({ from: '/shell/persons/$personId' })
  const { data: person, error, refetch } = useQuery(personQuery(personId))
  if (error && !(person && isTransient(error)))
    return <ErrorState error={error} onRetry={() => void refetch()} />
  const name = person ? personName(person) : 'Person'
  return (
    <>
      <PageHeader
        title={name}
        above={above}
        beside={<DemoBadge domain={person?.domain} />}
        more={person && <Verbs key={personId} person={person} />}
      />
      <HistoryLayout key={personId} owner={{ personId }} about={name}>
        {person ? <Known person={person} /> : <Skeleton className="h-32" />}
        <FieldValuesPanel owner="person" id={personId} />
        <Part title="Visits">
          <LatestVisitsPanel
            filters={{ personId }}
            name="page"
            empty="No visits yet. Visits appear here when they open a page made for them."
          />
        </Part>
        <Part title="Pages made for them">
          <MadeFor recipient={{ personId }} />
        </Part>
      </HistoryLayout>
    </>
  )
}

function Verbs({ person }: { person: Person }) {
  const [{ edit, make }, change] = useAddress<PersonSearch>()
  const [isErasing, setIsErasing] = useState(false)
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const startEdit = () => change({ edit: true })
  const stopEdit = () => change({ edit: undefined })
  const startPage = () => change({ make: true })
  useShortcut('e', startEdit, mayWrite)
  useShortcut('m', startPage, mayWrite)
  if (!mayWrite) return null
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${personName(person)}`} />}>
        <MenuItem icon={Download} onSelect={() => downloadData(person.personId)}>
          Export all data
        </MenuItem>
        <MenuItem icon={Eraser} danger onSelect={() => setIsErasing(true)}>
          Erase…
        </MenuItem>
      </Menu>
      <Button icon={Pencil} keys="e" onClick={startEdit}>
        <span className="max-md:sr-only">Edit</span>
      </Button>
      <Button look="primary" icon={FilePlus} keys="m" onClick={startPage}>
        Make a page
      </Button>
      {make && (
        <MakePagePanel
          recipient={{ personId: person.personId }}
          name={personName(person)}
          onClose={() => change({ make: undefined })}
        />
      )}
      {edit && <PersonForm onClose={stopEdit} onSaved={stopEdit} person={person} />}
      <ErasePerson
        person={person}
        open={isErasing}
        onClose={() => setIsErasing(false)}
        onErased={() => navigate({ to: '/persons', replace: true })}
      />
    </>
  )
}

/** Downloads all data about a person as JSON, for a data access request. */
function downloadData(personId: string) {
  window.location.assign(`${apiBase}/v0/persons/${personId}/export`)
}

const link = 'underline decoration-edge underline-offset-3 hover:decoration-current'

function Known({ person }: { person: Person }) {
  const { email, jobTitle, phoneNumber, linkedinProfileUrl, accountId, createdAt } = person
  return (
    <Part title="About">
      <Facts
        facts={[
          ['Job title', jobTitle],
          ['Account', accountId && <AccountLink key="account" accountId={accountId} />],
          [
            'E-mail',
            email && (
              <a key="email" href={`mailto:${email}`} className={link}>
                {email}
              </a>
            ),
          ],
          [
            'Phone',
            phoneNumber && (
              <a key="phone" href={`tel:${phoneNumber}`} className={link}>
                {phoneNumber}
              </a>
            ),
          ],
          [
            'LinkedIn',
            linkedinProfileUrl && (
              <a key="linkedin" href={linkedinProfileUrl} target="_blank" rel="noreferrer" className={link}>
                {linkedinProfileUrl.replace(/^https:\/\/(www\.)?linkedin\.com\//, '')}
              </a>
            ),
          ],
          ['Added', <RelativeTime key="added" at={createdAt} />],
        ]}
      />
    </Part>
  )
}

function AccountLink({ accountId }: { accountId: string }) {
  const { data } = useQuery(accountQuery(accountId))
  if (!data) return <Skeleton className="h-3 w-24" />
  return (
    <Link to="/accounts/$accountId" params={{ accountId }} className={link}>
      {accountName(data)}
    </Link>
  )
}
