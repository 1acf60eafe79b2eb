/** What documents, scopes and the catalog promise exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { CHANGELOG } from '../../api/documents/changelog.ts'
import { ERROR_GUIDE } from '../../api/documents/error-guide.ts'
import { operations } from '../../api/resources/index.ts'
import { root } from '../../dev/paths.ts'
import { permissionsOf, SCOPES } from '#platform/core/permissions.ts'
import type { EventDefinition } from '#platform/events/define-event.ts'
import { EVENTS } from '#webhooks/events/event-types.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

// It opens nothing by itself: it widens in whose name the operations of `sessions` sign.
const WIDENING = 'signatures-on-behalf'

test.each(SCOPES.filter((scope) => scope !== WIDENING))(
  'the scope %s opens at least one operation',
  (scope) => {
    const granted = permissionsOf([scope])
    expect(
      operations.filter(({ permission }) => permission && granted.has(permission)),
    ).not.toEqual([])
  },
)

describe('events', () => {
  const definitions = new Map<string, EventDefinition>(Object.entries(EVENTS))
  const code = globSync('{domain,activities,api}/**/*.ts', { cwd: root })
    .filter((file) => !/\/(events|event-types)\.ts$/.test(file))
    .map(read)
    .join('\n')

  const listed = new Set<string>(operations.flatMap((operation) => operation.events ?? []))

  test.each([...definitions])(
    '%s is named where it is sent, or announced',
    (type, { announced }) => {
      // An operation lists what it sends; a verb of a workflow emits it.
      expect(listed.has(type) || code.includes(`'${type}'`)).toBe(!announced)
    },
  )

  test('those that are only announced are known', () => {
    const announced = [...definitions].filter(([, it]) => it.announced).map(([type]) => type)
    expect(announced).toEqual(['provider.approved'])
  })
})

describe('documents', () => {
  // Releases and decisions tell what was: their paths may be gone.
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'TESTING.md',
    ...globSync('docs/*.md', { cwd: root }),
  ].filter((file) => file !== 'docs/changelog.md')
  const folders = ['activities', 'api', 'bench', 'bin', 'cli', 'dev', 'docs', 'domain', 'prisma']
  folders.push('providers', 'relay', 'test', 'worker', 'workflows')

  test.each(documents)('%s names files and folders that exist', (document) => {
    const text = read(document)
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)(?::\d+)?[` ]/g)]
      .map(([, name = '']) => name)
      .filter((name) => folders.includes(name.split('/')[0] ?? ''))
    const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, name = '']) =>
      path.join(path.dirname(document), name),
    )
    const missing = [...named, ...linked].filter((name) => !existsSync(path.join(root, name)))
    expect(missing).toEqual([])
  })

  const claims = [
    ['analytics', /analytics/i],
    ['refund', /refund it|refund first/i],
    ['marketplace', /marketplace/i],
  ] as const
  const unbuilt = claims.filter(([word]) => !operations.some(({ path: at }) => at.includes(word)))

  test.each(unbuilt)('nothing claims %s while no operation has it', (_, claim) => {
    expect(JSON.stringify([CHANGELOG, ERROR_GUIDE])).not.toMatch(claim)
    const sources = globSync('domain/**/*.ts', { cwd: root }).filter((file) =>
      claim.test(read(file)),
    )
    expect(sources.filter((file) => file !== 'domain/vocabulary/scopes.ts')).toEqual([])
  })
})
