import { useQuery } from '@tanstack/react-query'
import { templatePreviewQuery } from '../pages/queries.ts'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'

/** An example page, shown until the tenant has a page. */
export function ExamplePreview() {
  const { data } = useQuery(templatePreviewQuery({ template: 'example_warehouse_lighting' }))
  return (
    <figure>
      <PreviewFrame src={data?.url} title="An example page" width={1000} className="h-96 shadow-low!" />
      <figcaption className="mt-3 text-sm text-quiet">
        An example: a lighting company writes to one person at one company. Yours will have your logo, colours
        and words.
      </figcaption>
    </figure>
  )
}
