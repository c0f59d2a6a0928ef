import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { openService } from './service.ts'

/** A value of a row: constant, or text with parts that differ per request. */
export type Value = { constant: unknown } | { template: (string | { fresh: number } | { given: string })[] }
/** The work of a minimal handler for one operation: the rows that the service writes, and the size of its response. */
export type Recipe = {
  url: string
  status: number
  answer: unknown
  /** Prefixes and lengths of the ids that each request generates. */
  fresh: { prefix: string; length: number }[]
  statements: { text: string; values: Value[] }[]
}

// A server in a child process: the service, or a minimal one that writes the same rows.
export type Role =
  | { role: 'service'; folder: string; databaseUrl: string }
  | { role: 'minimal'; databaseUrl: string; recipes: Recipe[] }

process.once('message', async (given: Role) => {
  process.send?.(given.role === 'service' ? await startService(given) : await startMinimal(given))
})
process.once('disconnect', () => process.exit())

async function startService({ folder, databaseUrl }: Extract<Role, { role: 'service' }>): Promise<number> {
  return (await openService(databaseUrl, folder, { RATE_LIMIT_PER_MINUTE: '0' })).port
}

async function startMinimal({ databaseUrl, recipes }: Extract<Role, { role: 'minimal' }>): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, pipeline: true } as pg.PoolConfig)
  const app = Fastify()
  for (const [operation, { url, status, answer, fresh, statements }] of recipes.entries())
    app.post(url, async (request, reply) => {
      const given = { ...(request.params as object), ...(request.body as object) } as Record<string, string>
      const ids = fresh.map(({ prefix, length }) => prefix + freshText(length))
      const client = await pool.connect()
      try {
        await Promise.all([
          client.query('begin'),
          ...statements.map(({ text, values }, nth) =>
            client.query({
              ...{ name: `${operation} ${nth}`, text },
              values: values.map((value) => fill(value, ids, given)) as never[],
            }),
          ),
          client.query('commit'),
        ])
      } finally {
        client.release()
      }
      return await reply.code(status).send(answer)
    })
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

function freshText(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
}

function fill(value: Value, ids: string[], given: Record<string, string>): unknown {
  if ('constant' in value) return value.constant
  return value.template
    .map((part) =>
      typeof part === 'string' ? part : 'fresh' in part ? ids[part.fresh] : (given[part.given] ?? ''),
    )
    .join('')
}
