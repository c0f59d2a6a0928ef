import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type ServerProcess = { pid: number; port: number; ready: boolean }

/**
 * The server running on this folder. After a crash, the pid in `postmaster.pid` may be unused or belong to another
 * process.
 */
export async function findServer(folder: string): Promise<ServerProcess | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !isAlive(pid) || !isServerOf(folder, pid)) return undefined
  return { pid, port, ready: lines[7]?.trim() === 'ready' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Exited, but not reaped by its parent: in a container that may never happen. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    return false
  }
}

/** Pids are reused. A process whose command can't be read is assumed to be the server, to be safe. */
function isServerOf(folder: string, pid: number): boolean {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
    const [command, ...args] =
      process.platform === 'win32'
        ? ['tasklist', '/nh', '/fi', `PID eq ${pid}`]
        : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
    const { status, stdout } = spawnSync(command as string, args, { encoding: 'utf8' })
    return status !== 0 || stdout.includes(process.platform === 'win32' ? 'postgres' : folder)
  } catch {
    return isAlive(pid)
  }
}

/**
 * A crash leaves `postmaster.pid` behind. If its pid now belongs to another process, or to a dead server whose parent
 * has not reaped it, PostgreSQL would refuse to start. The file stays, because PostgreSQL uses it to check whether
 * backends of the dead server still hold its memory; the pid is replaced by ours, because a server knows that its
 * parent is not another server.
 */
export async function disownDeadServer(folder: string) {
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  if (/^\d+\n/.test(text)) await writeFile(file, text.replace(/^\d+/, String(process.pid)))
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes all committed data, then exits. */
export function askToStop(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has already exited.
  }
}

export async function waitForEnd(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

export async function stopServer(pid: number) {
  askToStop(pid)
  if (await waitForEnd(pid, 20_000)) return
  // An immediate shutdown loses no committed data; the next start replays the log.
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    return
  }
  await waitForEnd(pid, 5_000)
}
