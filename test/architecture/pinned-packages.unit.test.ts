import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** Packages that parse outside input, by format. Updating one is a decision, with its tests. */
const READS_UNTRUSTED: Record<string, readonly string[]> = {
  'forms and uploads': ['@fastify/busboy', 'file-type'],
  documents: ['fflate', 'mammoth', 'unpdf', 'htmlparser2', 'marked'],
  'imports of appointments': ['csv-parse', 'ical.js', 'rrule-temporal'],
  'tokens and keys': ['jose', '@simplewebauthn/server', 'openid-client'],
  'expressions and definitions of agents': ['@marcbachmann/cel-js', 'jsonc-parser'],
  'requests and answers': [
    'hono',
    '@hono/node-server',
    'undici',
    'zod',
    '@modelcontextprotocol/sdk',
  ],
  'addresses and accounts': ['ipaddr.js', 'ibantools'],
  payments: ['stripe'],
}

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
interface Lock {
  packages: Record<string, Manifest & { version: string; integrity?: string }>
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'))
const manifest = readJson('package.json') as Manifest
const { packages } = readJson('package-lock.json') as Lock

const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)

test('every package is pinned to one version, in the manifest and in the lock', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies }
  expect(Object.keys(all).length).toBeGreaterThan(80)
  expect(Object.entries(all).filter(([, version]) => !isExact(version))).toEqual([])
  const locked = Object.keys(all).map((name) => [name, packages[`node_modules/${name}`]?.version])
  expect(Object.fromEntries(locked)).toEqual(all)
})

test.each(Object.entries(READS_UNTRUSTED))(
  'the package read as %s is pinned and locked by hash',
  (_, names) => {
    for (const name of names) {
      expect(manifest.dependencies).toHaveProperty([name])
      expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/)
    }
  },
)
