#!/usr/bin/env node
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

if (Number.parseInt(process.versions.node, 10) >= 26) {
  // With the later flag of `start`, under load the service takes 590 MB instead of 840.
  setFlagsFromString('--max-semi-space-size=8')
  // Halves what it costs to read the code: 0.55 s instead of 1 s of one core. Worker threads read the variable.
  const cache = fileURLToPath(new URL('../node_modules/.cache/foyer', import.meta.url))
  nodeModule.enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE = cache
  await import('../server/cli/cli.ts')
} else await import('./launch.js')
