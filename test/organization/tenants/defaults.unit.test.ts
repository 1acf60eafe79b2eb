import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TENANT_DEFAULTS } from '#organization/tenants/rules.ts'

const schema = readFileSync(
  path.join(import.meta.dirname, '../../../prisma/schema/organization.prisma'),
  'utf8',
)

/** Descriptive columns, and choices that begin empty. */
const NO_SETTINGS = new Set(['status', 'version', 'isTest', 'messageKinds'])

test('rules.ts has the same defaults for a new centre as the database', () => {
  const [model] = /^model Tenant \{[^]*?^\}/m.exec(schema)!
  const defaults = [...model.matchAll(/^  (\w+) .*@default\((.+?)\)(?: |$)/gm)]
    .filter(([, name]) => !NO_SETTINGS.has(name!))
    .map(([, name, value]) => [name!, JSON.parse(value!) as unknown] as const)
  expect(defaults.length).toBeGreaterThan(12)
  expect(TENANT_DEFAULTS).toMatchObject(Object.fromEntries(defaults))
})
