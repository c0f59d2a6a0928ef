import type { Shape } from '../../api/schema.ts'
import { TextField } from '../../ui/fields.tsx'
import type { Page } from '../words.ts'
import { Group } from './Group.tsx'
import { Rows } from './Rows.tsx'

type GroupInput = Shape<'FooterLinkGroupInput'>
type LinkInput = GroupInput['links'][number]

export function FooterLinks({ page }: { page: Page }) {
  const footerLinks: GroupInput[] = page.footerLinks ?? []
  return (
    <Group
      page={page}
      title="Footer links"
      about="Columns of links at the bottom of the page, such as privacy and legal notice."
      saved={{ footerLinks }}
    >
      {({ footerLinks }, change) => (
        <Rows
          rows={footerLinks}
          onChange={(footerLinks) => change({ footerLinks })}
          noun="column"
          nameOf={({ title }) => title}
          fresh={(): GroupInput => ({ title: '', links: [{ text: '', url: '' }] })}
          most={20}
          empty="No columns yet."
        >
          {({ title, links }, index, edit) => (
            <>
              <TextField
                name={`footerLinks/${index}/title`}
                label="Title"
                placeholder="Company"
                maxLength={255}
                value={title}
                onChange={(value) => edit({ title: value })}
              />
              <Rows
                rows={links}
                onChange={(links) => edit({ links })}
                noun="link"
                nameOf={({ text }) => text}
                fresh={(): LinkInput => ({ text: '', url: '' })}
                most={50}
                empty="No links in this column yet."
              >
                {({ text, url }, place, write) => (
                  <div className="grid gap-4 md:grid-cols-2">
                    <TextField
                      name={`footerLinks/${index}/links/${place}/text`}
                      label="Text"
                      placeholder="Imprint"
                      value={text}
                      onChange={(value) => write({ text: value })}
                    />
                    <TextField
                      name={`footerLinks/${index}/links/${place}/url`}
                      label="URL"
                      placeholder="/imprint"
                      inputMode="url"
                      spellCheck={false}
                      value={url}
                      onChange={(value) => write({ url: value })}
                    />
                  </div>
                )}
              </Rows>
            </>
          )}
        </Rows>
      )}
    </Group>
  )
}
