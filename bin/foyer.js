#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Foyer runs on the Node.js it was installed with, whichever one the machine has.
if (Number.parseInt(process.versions.node, 10) >= 26) {
  await import('../server/cli.ts')
} else {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
  const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const cli = join(import.meta.dirname, '..', 'server', 'cli.ts')
  const child = spawn(program, [cli, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
