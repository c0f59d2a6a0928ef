import { Type } from 'typebox'
import { Problem } from '../../../shared/problem.ts'
import { readAccount } from '../accountText.ts'
import {
  Cursor,
  defineTool,
  fieldsOf,
  Id,
  Limit,
  ListOf,
  listOf,
  maybe,
  Query,
  Select,
  text,
} from '../tool.ts'

const account = { accountId: text, name: maybe, domain: text, latestActivityAt: maybe }
const person = { personId: text, name: maybe, email: maybe, jobTitle: maybe, accountId: maybe }

const findAccounts = defineTool('find_accounts', 'read', {
  title: 'Find accounts',
  description: 'Companies by name or domain.',
  input: { query: Query, limit: Limit, cursor: Cursor, select: Select },
  output: ListOf(account),
  async run({ select, ...query }, { call }) {
    return listOf(account, await call('listAccounts', { query }), select)
  },
})

const readAccountTool = defineTool('read_account', 'read', {
  title: 'Read an account',
  description: 'People, fields, figures, notes and recent activity of an account, as Markdown.',
  input: { accountId: Id, limit: Limit },
  output: { ...account, markdown: text },
  async run({ accountId, limit }, context) {
    const read = await readAccount(context, accountId, limit)
    return { result: { ...fieldsOf(account, read.account), markdown: read.text }, text: read.text }
  },
})

const findPeople = defineTool('find_people', 'read', {
  title: 'Find people',
  description: 'People by name or e-mail, or those of an account.',
  input: { query: Query, accountId: Type.Optional(Id), limit: Limit, cursor: Cursor, select: Select },
  output: ListOf(person),
  async run({ select, ...query }, { call }) {
    return listOf(person, await call('listPersons', { query }), select)
  },
})

const addNote = defineTool('add_note', 'write', {
  title: 'Add a note',
  description:
    'A note about an account or a person, which the agent reads when it personalises pages for them.',
  input: {
    accountId: Type.Optional(Id),
    personId: Type.Optional(Id),
    text: Type.String({ minLength: 1, maxLength: 100_000 }),
  },
  output: { noteId: text, createdAt: text },
  async run({ accountId, personId, text }, { call }) {
    if ((accountId === undefined) === (personId === undefined))
      throw new Problem('invalid_input', 'Give accountId or personId, not both.')
    const made =
      accountId === undefined
        ? await call('createPersonLog', { path: { person_id: personId ?? '' }, body: { text } })
        : await call('createAccountLog', { path: { account_id: accountId }, body: { text } })
    return { result: { noteId: made.accountLogId ?? made.personLogId, createdAt: made.createdAt } }
  },
})

export const accountTools = [findAccounts, readAccountTool, findPeople, addNote]
