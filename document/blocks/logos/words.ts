import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 20,
  name: 'Logos',
  hint: 'Customers and partners',
  icon: 'shapes',
  called: [
    'logos',
    'logo bar',
    'logo wall',
    'logo row',
    'logo strip',
    'logo slider',
    'logo carousel',
    'customer logos',
    'client logos',
    'customers',
    'clients',
    'logo section',
    'logo block',
    'partner logos',
    'companies',
    'company logos',
    'client list',
    'customer list',
    'trusted by',
  ],
  items: {
    items: ['logo', 'company', 'customer', 'client', 'partner', 'brand', 'company name', 'customer name'],
  },
}
