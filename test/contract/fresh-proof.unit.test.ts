import { expect, test } from 'vitest'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import {
  IN_PERSON_ONLY,
  RESOURCES,
  resourceOf,
  takesFreshProof,
  type Permission,
  type Resource,
} from '#platform/core/access/permissions.ts'
import { PERMISSIONS } from '#vocabulary/resources.ts'

const changing = operations.filter(({ method, sunset }) => method !== 'get' && !sunset)

const reasonOf = ({ permission }: Operation): string | undefined =>
  PERMISSIONS[resourceOf(permission)].withoutFreshProof

test('every changing operation requires a fresh proof, or its permission declares why not', () => {
  const undecided = changing.filter((it) => !it.freshProof && !reasonOf(it))
  expect(undecided.map(({ id }) => id)).toEqual([])
  expect(changing.filter(({ freshProof }) => freshProof).length).toBeGreaterThan(70)
})

test('no permission declares a reason that no operation needs', () => {
  const unmarked = new Set(
    changing
      .filter(({ freshProof }) => !freshProof)
      .map(({ permission }) => resourceOf(permission)),
  )
  const reasoned = RESOURCES.filter((it) => PERMISSIONS[it].withoutFreshProof)
  expect(reasoned.filter((it) => !unmarked.has(it))).toEqual([])
  expect(reasoned.filter((it) => PERMISSIONS[it].freshProof)).toEqual([])
})

/** Operations that a program acting for a person may still use. All others are refused. */
const PROGRAMS: Partial<Record<Resource, 'ALL_CENTRES' | 'TEST_CENTRES'>> = {
  agents: 'ALL_CENTRES',
  'ai-models': 'TEST_CENTRES',
  'person-exports': 'ALL_CENTRES',
  'webhook-endpoints': 'TEST_CENTRES',
}

test('a program acting for a person may use operations that need a fresh proof only for a stated reason', () => {
  const given = RESOURCES.flatMap((resource) => {
    const { programs } = PERMISSIONS[resource]
    return programs ? [[resource, programs.in] as const] : []
  })
  expect(Object.fromEntries(given)).toEqual(PROGRAMS)
  const marked = new Set(
    changing.filter(({ freshProof }) => freshProof).map(({ permission }) => resourceOf(permission)),
  )
  expect(given.filter(([resource]) => !marked.has(resource))).toEqual([])
  const fresh = RESOURCES.map((resource): Permission => `${resource}:write`).filter(takesFreshProof)
  expect(fresh.length).toBeGreaterThan(20)
  expect(fresh.filter((it) => IN_PERSON_ONLY.has(it) === resourceOf(it) in PROGRAMS)).toEqual([])
})

test('the texts of resources about programs add to the rule of the fresh proof', () => {
  const twice = RESOURCES.filter((resource) => {
    const { freshProof, inPersonOnly } = PERMISSIONS[resource]
    return freshProof && inPersonOnly
  })
  expect(twice).toEqual([])
})

/** Operations that reports found unguarded, and their kind. */
test.each([
  'patchOrganization',
  'inviteUser',
  'patchUser',
  'createRole',
  'createApiKey',
  'createSsoConnection',
  'proveSsoDomain',
  'createPayoutAccount',
  'verifyPayoutAccount',
  'createPaymentAccount',
  'patchLegalEntity',
  'approveSettlement',
  'approvePlatformPayout',
  'createCreditPayout',
  'patchRetentionPolicy',
  'createWebhookEndpoint',
  'createPersonExport',
  'createErasure',
  'approveErasure',
  'createAiModel',
  'createBreakGlassGrant',
  'publishAgent',
  'restoreAgent',
  'restoreProvider',
  'createCalendarFeed',
])('%s requires a fresh proof', (id) => {
  expect(operations.find((it) => it.id === id)?.freshProof).toBe(true)
})
