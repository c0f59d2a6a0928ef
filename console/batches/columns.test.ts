import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut } from '../../server/batches/columns.ts'
import { findSeparator as findAsService } from '../../server/batches/csv.ts'
import { csvFields as fieldsOfService } from '../../server/batches/schema.ts'
import { knownHeadings, matchColumns } from './columns.ts'
import { findSeparator } from './separator.ts'
import { csvFields } from './words.ts'

/** How the service matches columns by default. */
function asService(header: string[]) {
  const { places } = layOut(header, undefined, [])
  return header.map((_, at) => places.find(([, place]) => place === at)?.[0])
}

test('the console recognises the headings that the service recognises', () => {
  assert.deepEqual(csvFields, [...fieldsOfService])
  for (const [heading, field] of knownHeadings)
    assert.equal(
      asService(['Name', heading])[1] ?? field,
      heading === 'name' ? 'name' : matchColumns([heading])[0],
    )
  const headers = [
    ['E-mail', 'First Name', 'LAST_NAME', 'Company', 'Website', 'Région'],
    ['Näme', 'E-Mail Address', 'email', 'Notes', 'Phone #'],
    ['Full name', 'LinkedIn URL', '', 'Contact', 'Audience'],
  ]
  for (const header of headers) assert.deepEqual(matchColumns(header), asService(header))
})

test('the console finds the separator that the service finds', () => {
  for (const text of ['a,b;c;d\n', 'a\tb\n', '"a;b;c",d,e\n', 'one', 'a|b|c\r\n1,2,3,4,5'])
    assert.equal(findSeparator(text), findAsService(Buffer.from(text)))
})
