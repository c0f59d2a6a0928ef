import assert from 'node:assert/strict'
import type { Client } from './client.ts'

/** A page with commonly edited blocks, for conversations with a model. */
export const richDocument = {
  theme: {},
  blocks: [
    {
      id: 'hero',
      type: 'hero',
      props: {
        headline: 'Customs papers without the paper',
        subheadline: 'Clear goods in hours, not days.',
        primaryAction: { label: 'Book a demo', link: 'action:primary' },
      },
      sources: [],
    },
    {
      id: 'logos',
      type: 'logos',
      props: {
        heading: 'They ship with us',
        items: [
          { id: 'contoso', name: 'Contoso' },
          { id: 'fabrikam', name: 'Fabrikam' },
        ],
      },
      sources: [],
    },
    {
      id: 'features',
      type: 'features',
      props: {
        heading: 'What you get',
        items: [
          { id: 'forms', title: 'Forms that fill themselves', body: 'From your order data.' },
          { id: 'alerts', title: 'Alerts', body: 'When a shipment is held.' },
        ],
      },
      sources: [],
    },
    {
      id: 'pricing',
      type: 'pricing',
      props: {
        heading: 'Pricing',
        plans: [
          { id: 'starter', name: 'Starter', price: '$99', period: 'per month' },
          { id: 'team', name: 'Team', price: '$299', period: 'per month', highlighted: true },
          { id: 'fleet', name: 'Fleet', price: 'Let’s talk' },
        ],
      },
      sources: [],
    },
    {
      id: 'quote',
      type: 'quote',
      props: { quote: 'Three days became three hours.', name: 'Ana Ruiz', role: 'Head of logistics' },
      sources: [],
    },
    {
      id: 'faq',
      type: 'faq',
      props: {
        heading: 'Questions',
        items: [
          { id: 'setup', question: 'How long is the set-up?', answer: 'Two weeks.' },
          { id: 'ports', question: 'Which ports?', answer: 'All of the EU.' },
        ],
      },
      sources: [],
    },
    {
      id: 'form',
      type: 'form',
      props: {
        heading: 'Ask us',
        fields: [
          { id: 'mail', name: 'email', label: 'E-mail', type: 'email', required: true },
          { id: 'phone', name: 'phone', label: 'Phone', type: 'tel', required: true },
        ],
        submitLabel: 'Send',
      },
      sources: [],
    },
  ],
}

/** An audience of a person at an account with notes, on the page above. */
export async function makeRichAudience(client: Client, document: object = richDocument) {
  const { accountId } = (await client.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' }))
    .body
  const person = { name: 'Will Jansen', email: 'will@initech.example' }
  const { personId } = (await client.post('/v0/persons', person)).body
  await client.post(`/v0/accounts/${accountId}/logs`, {
    text: '14 ports, goods wait 3 days in customs, go-live in March.',
  })
  const { pageId } = (await client.post('/v0/pages', { name: 'Customs', pageType: 'outbound' })).body
  assert.equal((await client.put(`/v0/pages/${pageId}/document`, document)).status, 200)
  const { audienceId } = (await client.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  return { path: `/v0/pages/${pageId}/audiences/${audienceId}`, pageId, audienceId }
}
