import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveImport, ROOT } from './imports.ts'

/** Imports that a module loads before it runs. `import type` is erased; `import()` waits for its first use. */
const LOADED = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** The packages that an entry point and the modules it imports load. */
const packagesOf = (entry: string): string[] => {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    for (const [, specifier] of readFileSync(path.join(ROOT, module), 'utf8').matchAll(LOADED)) {
      if (/^[.#]/.test(specifier!)) visit(resolveImport(module, specifier!))
      else if (!specifier!.startsWith('node:')) packages.add(nameOf(specifier!))
    }
  }
  visit(entry)
  return [...packages].toSorted()
}

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Each package costs a process time to start and memory: load with `import()` what few requests use. LangChain, Stripe,
 * the Model Context Protocol, WebAuthn, PDF, S3 and Redis are loaded when they are first used.
 */
const BOTH = [
  '@marcbachmann/cel-js',
  '@opentelemetry/api',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@temporalio/envconfig',
  'fastest-levenshtein',
  'flydrive',
  'ibantools',
  'ical-generator',
  '@formatjs/icu-messageformat-parser',
  'intl-messageformat',
  'ipaddr.js',
  'pg',
  'pino',
  'prom-client',
  'rrule-temporal',
  'simple-statistics',
  'temporal-polyfill',
  'typeid-js',
  'zod',
]
const API = [
  '@fastify/busboy',
  '@hono/node-server',
  'hono',
  'jose',
  'jsonc-parser',
  'marked',
  'openid-client',
  'rate-limiter-flexible',
]
const WORKER = [
  '@temporalio/activity',
  '@temporalio/client',
  '@temporalio/common',
  '@temporalio/proto',
  '@temporalio/worker',
  'fflate',
  'undici',
]

describe('packages that a process loads when it starts', () => {
  test('are the listed ones for the API', () => {
    expect(packagesOf('api/main.ts')).toEqual([...BOTH, ...API].toSorted())
  })

  test('are the listed ones for the worker', () => {
    expect(packagesOf('worker/main.ts')).toEqual([...BOTH, ...WORKER].toSorted())
  })
})
