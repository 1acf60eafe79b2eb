import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { onceEach } from '../support/once.ts'
import { joinAs } from '../staff/support.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type World } from './world.ts'

/** Nothing is made for API keys alone: whatever a key of the centre may do, its owner may do in a browser. */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

/** Fewer than the 600 a minute that the platform takes of one person. */
const CALLS_OF_ONE = 200

/** An owner who signs in when the turn comes: a session that nobody uses ends after an hour. */
const ownerOf = onceEach((_: number) => joinAs(api, world.client, { roles: ['OWNER'] }))

/** Notes are their author's, and signed by the provider or the supervisor that they are of. */
const NOT_THE_OWNERS: Record<string, string> = {
  patchSessionNote: 'wrong_signer',
  signSessionNote: 'wrong_signer',
  cosignSessionNote: 'wrong_signer',
  returnSessionNote: 'wrong_signer',
  addSessionNoteAddendum: 'wrong_signer',
}

test.each(operations.map((operation, index) => ({ id: operation.id, operation, index })))(
  '$id is answered to an owner who is signed in',
  async ({ id, operation, index }) => {
    const owner = await ownerOf(Math.floor(index / CALLS_OF_ONE))
    const { status, body, text } = await owner.send<{ code?: string }>({
      ...requestOf(operation, await validCall(operation, world)),
      ...(operation.method !== 'get' && { headers: { 'idempotency-key': randomUUID() } }),
    })
    if (id in NOT_THE_OWNERS) expect(body.code, text).toBe(NOT_THE_OWNERS[id])
    else expect(status, text).toBe(operation.status)
  },
)
