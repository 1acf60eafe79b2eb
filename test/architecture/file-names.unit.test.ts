import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/** Files with these names contain that part of the resource of their folder. */
const PARTS =
  /^(?:rules|schemas|queries|record|events|workflows|moves|listeners|plan|names|settings|references|columns|statistics|resource|resources)$/
/** …and with these, that of another resource in the same folder: `group-waitlist-schemas.ts`. */
const PARTS_OF_ANOTHER = /-(?:rules|schemas|queries|plan)$/
const INDEX = /^(?:index|contexts)$/

/** Sets of small functions named after their subject. */
const SETS = new Set([
  'agents/agent-runs/loop/moves',
  'agents/agent-runs/loop/run-loop',
  'agents/agent-runs/nodes/agent',
  'agents/definitions/nodes/acting-nodes',
  'agents/definitions/nodes/deciding-nodes',
  'agents/definitions/definition',
  'agents/definitions/checks/graph',
  'agents/definitions/nodes/members',
  'agents/definitions/nodes/node-members',
  'agents/definitions/nodes/nodes',
  'agents/definitions/nodes/reading-nodes',
  'agents/definitions/triggers',
  'agents/definitions/expressions/values',
  'agents/record-answers/findings',
  'analytics/figures/periods',
  'knowledge/answers/vectors',
  'messaging/follow-ups/while-restricted',
  'messaging/locales/times',
  'messaging/messages/icalendar',
  'platform/core/contact/contact',
  'platform/core/errors/database-errors',
  'platform/core/context/environment',
  'platform/core/errors/errors',
  'platform/core/records/ids',
  'platform/core/sql/json',
  'platform/core/time/local-time',
  'platform/core/money/money',
  'platform/core/lists/paging',
  'platform/core/access/permissions',
  'platform/core/time/ranges',
  'platform/core/errors/shortages',
  'platform/core/time/time',
  'platform/core/records/versions',
  'platform/identity/addresses',
  'platform/identity/refresh-tokens',
  'platform/identity/scopes',
  'platform/identity/secrets',
  'platform/identity/signing-keys',
  'scheduling/appointment-imports/file/source-values',
  'vocabulary/fresh-proof',
])

const files = globSync('domain/**/*.ts', { cwd: ROOT }).map((file) => {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  const exported = [
    ...source.matchAll(
      /^export (?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name]) => kebab(name!))
  return { module: file.slice('domain/'.length, -'.ts'.length), exported }
})

/** `toWebhookEndpoint` and `EVENT_TYPES` are `to-webhook-endpoint` and `event-types`. */
function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

test('a file of the domain is named after an export or the part of a resource it contains', () => {
  expect(files.length).toBeGreaterThan(500)
  const misnamed = files.filter(({ module, exported }) => {
    const name = path.basename(module)
    const isPart = PARTS.test(name) || PARTS_OF_ANOTHER.test(name) || INDEX.test(name)
    return !isPart && !SETS.has(module) && exported.length > 0 && !exported.includes(name)
  })
  expect(misnamed).toEqual([])
})

test('every exempt set exists and could not be named after an export', () => {
  const named = files.filter(({ module, exported }) => !exported.includes(path.basename(module)))
  const modules = new Set(named.map(({ module }) => module))
  expect([...SETS].filter((module) => !modules.has(module))).toEqual([])
})
