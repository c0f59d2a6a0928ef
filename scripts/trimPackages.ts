import { globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

// `npm ci` runs this: deletes what packages bring and nothing here can use, 90 to 160 MB.

const packages = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'node_modules'))
const isRunnable = process.platform === 'linux' && process.arch === 'x64'
const unused = [
  // Headers for compiling modules, which none needs.
  'node-*/include',
  // The check of regular expressions runs in JavaScript, not in Java.
  'recheck-jar/*.jar',
  // A Chromium for Linux on x64.
  ...(isRunnable ? [] : ['@sparticuz/chromium/bin']),
]
for (const path of globSync(unused, { cwd: packages }))
  rmSync(join(packages, path), { recursive: true, force: true })
