import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { brandsQuery } from '../brands/queries.ts'
import { ownBrand } from '../brands/words.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { OwnTemplates } from './OwnTemplates.tsx'
import { type ChosenTemplate, type PageTemplate, templatePreviewQuery, useCreatePage } from './queries.ts'
import { type PageType, pageTypes, typeWords } from './words.ts'

const looks = [
  { value: 'brand', label: 'Your brand’s look' },
  { value: 'editorial', label: 'Editorial', hint: 'Like a good report: serif headlines on paper' },
  { value: 'product', label: 'Product', hint: 'Like a software company: tight type, cards, soft light' },
  { value: 'bold', label: 'Bold', hint: 'Like a campaign: heavy headlines, fields of colour' },
] as const
type TemplateLook = (typeof looks)[number]['value']
const typeOptions = pageTypes.map((value) => ({ value, ...typeWords[value] }))

type Props = {
  /** Offers the team's templates instead of the built-in ones. */
  ownTemplates?: PageTemplate[]
  onCreated: (pageId: string, hasQuestions: boolean) => void
  onCancel: () => void
}

/** Creates a page from a template, with a preview of the chosen one. */
export function CreateFromTemplate({ ownTemplates, onCreated, onCancel }: Props) {
  const create = useCreatePage()
  const id = useId()
  const brand = ownBrand(useQuery(brandsQuery).data)
  const [name, setName] = useState('')
  const [pageType, setPageType] = useState<PageType>('outbound')
  const [pageContext, setPageContext] = useState('')
  const [link, setLink] = useState('')
  const [look, setLook] = useState<TemplateLook>('brand')
  const [picked, setPicked] = useState<PageTemplate>()
  const own =
    ownTemplates && (ownTemplates.find((one) => one.templateId === picked?.templateId) ?? ownTemplates[0])
  const chosen: ChosenTemplate = own
    ? { templateId: own.templateId }
    : { template: look === 'brand' ? pageType : `${pageType}_${look}` }
  const submit = () =>
    create.mutate(
      {
        name: name.trim(),
        pageType: own?.pageType ?? pageType,
        ...chosen,
        ...(brand && !own && { brandId: brand.brandId }),
        ...(pageContext.trim() && { pageContext: pageContext.trim() }),
        // The id that templates use for their main action.
        ...(link.trim() && {
          actions: [{ actionId: 'primary', buttonTitle: 'Get in touch', url: link.trim() }],
          headerActionId: 'primary',
        }),
      },
      { onSuccess: ({ pageId }) => onCreated(pageId, !own) },
    )
  return (
    <>
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <Form
          id={id}
          error={create.error}
          onSubmit={() => !create.isPending && submit()}
          className="thin-scroll w-full shrink-0 space-y-5 p-5 lg:w-96 lg:overflow-y-auto"
        >
          <TextField
            name="name"
            required
            label="Name"
            placeholder="Spring outreach to agencies"
            hint="Also the title of the browser’s tab, until you give it another."
            value={name}
            onChange={setName}
            maxLength={255}
            autoFocus
          />
          {ownTemplates ? (
            <OwnTemplates templates={ownTemplates} chosen={own} onChoose={setPicked} />
          ) : (
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
            onChange={setLink}
          />
          <TextArea
            name="pageContext"
            label="What the agent should know"
            optional
            placeholder="What you sell, to whom, and what they care about"
            value={pageContext}
            onChange={setPageContext}
          />
        </Form>
        <TemplatePreview name={own?.name ?? typeWords[pageType].label} chosen={chosen} />
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" form={id} look="primary" keys="mod+enter" busy={create.isPending}>
          {create.isPending ? 'Creating…' : 'Create page'}
        </Button>
      </footer>
    </>
  )
}

function TemplatePreview({ name, chosen }: { name: string; chosen: ChosenTemplate }) {
  const { data, error } = useQuery(templatePreviewQuery(chosen))
  return (
    <div className="flex min-h-96 min-w-0 flex-1 flex-col gap-2 border-line bg-sunken p-5 lg:border-s">
      <PreviewFrame src={data?.url} title={`Preview of the template ${name}`} className="flex-1" />
      <p className="text-xs text-quiet">
        {error
          ? 'Couldn’t load the preview. You can still create the page.'
          : 'For Robin at Acme Robotics. Marked texts are questions to answer; visitors never see them.'}
      </p>
    </div>
  )
}
