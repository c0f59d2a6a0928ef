import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageName } from '../brands/words.ts'
import { ExamplesTab } from '../examples/ExamplesTab.tsx'
import { examplesQuery } from '../examples/queries.ts'
import { notifyProblem } from '../ui/notify.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { CreateFromTemplate } from './CreateFromTemplate.tsx'
import { pageTemplatesQuery, useCreatePage } from './queries.ts'
import { type PageType, pageTypes, typeWords } from './words.ts'

type StartTab = 'examples' | 'templates' | 'own'

type Props = {
  start?: StartTab | undefined
  onClose: () => void
  /** The example or template is passed if it has questions to answer. */
  onCreated: (pageId: string, template: string | undefined) => void
}

/** Creates a page from an example, a built-in template, or one of the team's. */
export function CreatePage({ start = 'examples', onClose, onCreated }: Props) {
  const [tab, setTab] = useState<StartTab>(start)
  const own = useQuery(pageTemplatesQuery).data?.items ?? []
  const count = useQuery(examplesQuery).data?.length
  const create = useCreatePage()
  const fromTemplate = {
    onCancel: onClose,
    onCreated: (pageId: string, hasQuestions: boolean) =>
      onCreated(pageId, hasQuestions ? 'template' : undefined),
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      width="full"
      title="Create a page"
      description="Write it once. Each audience gets its own version."
    >
      <div className="flex h-full min-h-0 flex-col">
        <Tabs<StartTab>
          label="Where to start from"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'examples', label: 'Start from an example', count },
            { value: 'templates', label: 'Templates', count: pageTypes.length },
            ...(own.length > 0 ? [{ value: 'own' as const, label: 'Your own', count: own.length }] : []),
          ]}
        >
          <TabPanel value="examples">
            <ExamplesTab
              isBusy={create.isPending}
              onTemplates={() => setTab('templates')}
              onUse={({ name, pageType }, brand) =>
                create.mutate(
                  {
                    name: proposedName(pageType, brand),
                    pageType,
                    template: name,
                    // The page's name is internal; visitors see the brand until the page has a title.
                    ...(brand && {
                      title: brand.name,
                      brandId: brand.brandId,
                      pageContext: contextOf(brand),
                    }),
                  },
                  { onSuccess: ({ pageId }) => onCreated(pageId, name), onError: notifyProblem },
                )
              }
            />
          </TabPanel>
          <TabPanel value="templates">
            <CreateFromTemplate {...fromTemplate} />
          </TabPanel>
          <TabPanel value="own">
            <CreateFromTemplate {...fromTemplate} ownTemplates={own} />
          </TabPanel>
        </Tabs>
      </div>
    </SidePanel>
  )
}

/** An initial name with the company and the purpose, which the user can change with the questions that follow. */
function proposedName(pageType: PageType, brand: { name: string } | undefined): string {
  const { label } = typeWords[pageType]
  return brand ? `${brand.name}: ${label.toLowerCase()}` : label
}

/** The context for the agent, from the company's site. */
function contextOf({
  description,
  language,
}: {
  description: string | null
  language: string | null
}): string {
  const languageNote = language && language !== 'en' ? `Our own site is in ${languageName(language)}.` : ''
  return [description, languageNote].filter(Boolean).join(' ')
}
