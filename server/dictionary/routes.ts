import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { readDictionary } from './queries.ts'
import { Dictionary, DictionaryPatch } from './schema.ts'
import { changeDictionary } from './verbs.ts'

export function dictionaryRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/dictionary',
    operation('getDictionary', 'Get the dictionary', {
      scope: 'read',
      description: 'Words of your trade that the console’s check of spelling leaves out.',
      response: { 200: Dictionary },
    }),
    ({ tenantId }) => readDictionary(db.read, tenantId),
  )

  app.patch(
    '/v0/dictionary',
    operation('updateDictionary', 'Update the dictionary', {
      scope: 'write',
      description: 'Adds and removes words. A tenant has at most 2,000.',
      body: DictionaryPatch,
      response: { 200: Dictionary },
      problems: ['dictionary_limit'],
    }),
    ({ tenantId, body }) => db.inTransaction((tx) => changeDictionary(tx, tenantId, body)),
  )
}
