import type { Property } from './n8n.ts'

/** Where the service is, and the key to it. */
export class FoyerApi {
  name = 'foyerApi'
  displayName = 'Foyer API'
  icon = 'file:foyer.svg'
  properties: Property[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://pages.example.com',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Its scopes decide what works: write for drafts, publish for publishing, admin for the trigger',
      required: true,
    },
  ]
  authenticate = {
    type: 'generic',
    properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
  }
  test = { request: { baseURL: '={{$credentials.url}}', url: '/v0/me' } }
}
