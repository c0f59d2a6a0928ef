import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cx } from '../ui/cx.ts'
import { FormPanel } from '../ui/FormPanel.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { OwnTemplates } from './OwnTemplates.tsx'
import {
  type ChosenTemplate,
  type PageTemplate,
  pageTemplatesQuery,
  type TemplateName,
  templatePreviewQuery,
  useCreatePage,
} from './queries.ts'
import { type PageType, pageTypes, typeWords } from './words.ts'

const looks = [
  { value: 'brand', label: 'Your brand’s look' },
  { value: 'editorial', label: 'Editorial', hint: 'Like a good report: serif headlines on paper' },
  { value: 'product', label: 'Product', hint: 'Like a software company: tight type, cards, soft light' },
  { value: 'bold', label: 'Bold', hint: 'Like a campaign: heavy headlines, fields of colour' },
] as const
type Look = (typeof looks)[number]['value']
const typeOptions = pageTypes.map((value) => ({ value, ...typeWords[value] }))

/** A new page from a template, which is in sight while one chooses. */
export function CreatePage({ onClose }: { onClose: () => void }) {
  const create = useCreatePage()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [pageType, setPageType] = useState<PageType>('outbound')
  const [pageContext, setPageContext] = useState('')
  const [link, setLink] = useState('')
  const [look, setLook] = useState<Look>('brand')
  const [own, setOwn] = useState<PageTemplate>()
  const ownTemplates = useQuery(pageTemplatesQuery).data?.items ?? []
  const chosen: ChosenTemplate = own
    ? { templateId: own.templateId }
    : { template: templateOf(pageType, look) }
  const submit = () =>
    create.mutate(
      {
        name: name.trim(),
        pageType: own?.pageType ?? pageType,
        ...chosen,
        ...(pageContext.trim() && { pageContext: pageContext.trim() }),
        // The name that templates have for it.
        ...(link.trim() && {
          actions: [{ actionId: 'primary', buttonTitle: 'Get in touch', url: link.trim() }],
          headerActionId: 'primary',
        }),
      },
      {
        onSuccess: ({ pageId }) =>
          void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content' } }),
      },
    )
  return (
    <FormPanel
      title="Create a page"
      description="Write it once. Each audience gets its own version."
      width="wide"
      verb={create.isPending ? 'Creating…' : 'Create page'}
      onClose={onClose}
      onSubmit={submit}
      save={create}
      className="thin-scroll w-full shrink-0 space-y-5 p-5 lg:w-90 lg:overflow-y-auto"
      beside={<TemplatePreview name={own?.name ?? typeWords[pageType].label} chosen={chosen} />}
    >
      <TextField
        name="name"
        label="Name"
        placeholder="Spring outreach to agencies"
        hint="Also the title of the browser’s tab, until you give it another."
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={255}
        autoFocus
      />
      {ownTemplates.length > 0 && <OwnTemplates templates={ownTemplates} chosen={own} onChoose={setOwn} />}
      {!own && (
        <>
          <RadioList label="Start from" options={typeOptions} value={pageType} onChange={setPageType} />
          <RadioList label="Look" options={looks} value={look} onChange={setLook} />
        </>
      )}
      <TextField
        name="actions/0/url"
        label="Button URL"
        optional
        type="url"
        inputMode="url"
        placeholder="https://cal.example/you"
        hint={
          own
            ? 'Leave empty to keep the buttons of the template.'
            : 'For example, your booking page. Without a URL there is no button.'
        }
        value={link}
        onChange={(event) => setLink(event.target.value)}
      />
      <TextArea
        name="pageContext"
        label="What the agent should know"
        optional
        placeholder="What you sell, to whom, and what they care about"
        value={pageContext}
        onChange={(event) => setPageContext(event.target.value)}
      />
    </FormPanel>
  )
}

function templateOf(pageType: PageType, look: Look): TemplateName {
  return look === 'brand' ? pageType : `${pageType}_${look}`
}

function TemplatePreview({ name, chosen }: { name: string; chosen: ChosenTemplate }) {
  const { data, error } = useQuery(templatePreviewQuery(chosen))
  return (
    <div
      className={cx('flex min-h-96 min-w-0 flex-1 flex-col gap-2 bg-sunken p-5', 'border-line lg:border-s')}
    >
      <PreviewFrame src={data?.url} title={`Preview of the template ${name}`} className="flex-1" />
      <p className="text-xs text-quiet">
        {error
          ? 'Couldn’t load the preview. You can still create the page.'
          : 'For Robin at Acme Robotics. Marked texts are questions to answer; visitors never see them.'}
      </p>
    </div>
  )
}
