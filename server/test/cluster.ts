import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from '../database/session.ts'
import { chooseUser } from '../embedded/user.ts'

/** The PostgreSQL programs with Citus, and the folder with the data of the cluster's nodes. */
export type ClusterPlace = { programs: string; folder: string }

const [coordinator, ...workers] = ['coordinator', 'worker1', 'worker2'] as const

/** Starts a Citus cluster on loopback: one coordinator and two workers. */
export async function startCluster(place: ClusterPlace) {
  await mkdir(place.folder, { recursive: true })
  const names = [coordinator, ...workers]
  await Promise.all(names.map((name) => initialiseNode(place, name)))
  await Promise.all(names.map((name) => startNode(place, name)))
  return {
    url: await createClusterDatabase(place, 'foyer'),
    stop: async () => void (await Promise.all(names.map((name) => stopNode(place, name)))),
  }
}

/** Creates a database on all nodes. Returns its URL for its owner, who is no superuser. */
export async function createClusterDatabase(place: ClusterPlace, database: string): Promise<string> {
  const names = [coordinator, ...workers]
  const ports = await Promise.all(names.map((name) => portOf(place, name)))
  const adminUrl = (port: number, name = database) => `postgres://postgres@127.0.0.1:${port}/${name}`
  for (const port of ports) {
    const admin = await openSession({ url: adminUrl(port, 'postgres') })
    const [role] = await admin`select from pg_roles where rolname = 'foyer'`
    if (!role) await admin.execute('create role foyer login createrole')
    await admin.execute(`create database ${database} owner foyer`)
    await admin.end()
    const inside = await openSession({ url: adminUrl(port) })
    await inside.execute('create extension citus')
    await inside.end()
  }
  const [first = 0, ...others] = ports
  const admin = await openSession({ url: adminUrl(first) })
  await admin.execute(`select citus_set_coordinator_host('127.0.0.1', ${first})`)
  for (const port of others) await admin.execute(`select citus_add_node('127.0.0.1', ${port})`)
  await admin.end()
  return `postgres://foyer@127.0.0.1:${first}/${database}`
}

export type ClusterWorker = { address: string; start(): Promise<void>; stop(): Promise<void> }

export async function openWorkers(place: ClusterPlace): Promise<ClusterWorker[]> {
  return await Promise.all(
    workers.map(async (name) => ({
      address: `127.0.0.1:${await portOf(place, name)}`,
      start: () => startNode(place, name),
      stop: () => stopNode(place, name),
    })),
  )
}

async function initialiseNode({ programs, folder }: ClusterPlace, name: string) {
  const data = join(folder, name)
  const { wrap, user } = await chooseUser(folder, join(programs, 'postgres'))
  const options = ['-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']
  const [initdb, args] = wrap(join(programs, 'initdb'), ['-D', data, ...options])
  execFileSync(initdb, args, { ...user, stdio: 'ignore' })
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port: await freePort(), unix_socket_directories: '' },
    ...{ shared_preload_libraries: 'citus', max_connections: 300, max_prepared_transactions: 300 },
    // No durability is needed. Few shards: creating the tables of one takes half a second.
    ...{ fsync: 'off', 'citus.shard_count': 4, 'citus.enable_statistics_collection': 'off' },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), lines.join(''))
}

async function startNode(place: ClusterPlace, name: string) {
  const { programs, folder } = place
  const { wrap, user } = await chooseUser(folder, join(programs, 'postgres'))
  const [command, args] = wrap(join(programs, 'postgres'), ['-D', join(folder, name)])
  spawn(command, args, { ...user, stdio: 'ignore', detached: true }).unref()
  const url = `postgres://postgres@127.0.0.1:${await portOf(place, name)}/postgres`
  for (let tries = 300; ; tries--) {
    try {
      return await (await openSession({ url })).end()
    } catch (error) {
      if (tries === 0) throw error
      await sleep(100)
    }
  }
}

async function stopNode({ folder }: ClusterPlace, name: string) {
  const pid = await readFile(join(folder, name, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (!pid) return
  process.kill(Number(pid.split('\n', 1)[0]), 'SIGINT')
  while (await readFile(join(folder, name, 'postmaster.pid')).catch(() => undefined)) await sleep(50)
}

async function portOf({ folder }: ClusterPlace, name: string): Promise<number> {
  const settings = await readFile(join(folder, name, 'postgresql.conf'), 'utf8')
  return Number(/^port = '(\d+)'/m.exec(settings)?.[1])
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
