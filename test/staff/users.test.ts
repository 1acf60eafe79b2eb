import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#staff/roles/schemas.ts'
import type { User } from '#staff/users/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, openBrowser } from './support.ts'

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const provider = async (name = 'Dr. Ana Ruiz') =>
  (await centre.post<{ id: string }>('/v1/providers', { name })).body.id

describe('a user', () => {
  test('with a caseload role names the provider of the caseload', async () => {
    const invitation = { email: 'noone@example.org', name: 'No One', roles: ['THERAPIST'] }
    expect((await centre.post('/v1/users', invitation)).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'providerId', code: 'required' }],
    })
    const providerId = await provider()
    const { body: user } = await centre.post<User>('/v1/users', { ...invitation, providerId })
    expect(user).toMatchObject({ roles: ['THERAPIST'], providerId })
    expect((await centre.patch(`/v1/users/${user.id}`, { providerId: null })).status).toBe(400)
  })

  test('has an address and a provider that no other user of the centre has', async () => {
    const providerId = await provider('Dr. Once')
    const person = { name: 'Once', roles: ['THERAPIST'], providerId }
    await centre.post('/v1/users', { ...person, email: 'once@example.org' })
    const again = await centre.post('/v1/users', { ...person, email: 'ONCE@example.org' })
    expect(again.body).toMatchObject({ code: 'already_exists', errors: [{ path: 'email' }] })
    const twin = await centre.post('/v1/users', { ...person, email: 'twin@example.org' })
    expect(twin.body).toMatchObject({ code: 'already_exists', errors: [{ path: 'providerId' }] })
  })

  test('cannot change their own roles, and only owners can change those of owners', async () => {
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const own = await administrator.patch(`/v1/users/${administrator.user.id}`, {
      roles: ['ADMINISTRATOR', 'BILLER'],
    })
    expect(own.body).toMatchObject({ code: 'second_person_required' })
    const demoted = await administrator.patch(`/v1/users/${owner.user.id}`, { roles: ['BILLER'] })
    expect(demoted.body).toMatchObject({ code: 'insufficient_role' })
    const promoted = await administrator.post('/v1/users', {
      email: 'friend@example.org',
      name: 'Friend',
      roles: ['OWNER'],
    })
    expect(promoted.body).toMatchObject({ code: 'insufficient_role' })
    expect((await administrator.post(`/v1/users/${owner.user.id}/deactivate`)).status).toBe(403)
    const renamed = await administrator.patch(`/v1/users/${administrator.user.id}`, { name: 'Ada' })
    expect(renamed.body).toMatchObject({ name: 'Ada' })
  })

  test('who is the last active owner cannot leave, even when two leave at the same time', async () => {
    const other = await api.createTenant()
    const one = await joinAs(api, other, { roles: ['OWNER'] })
    const second = await joinAs(api, other, { roles: ['OWNER'] })
    const answers = await Promise.all(
      [one, second].map((owner) => owner.post<User>(`/v1/users/${owner.user.id}/deactivate`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const stayed = answers.find(({ status }) => status === 409)!
    expect(stayed.body).toMatchObject({ code: 'last_owner' })
    const [row] = await api.query<{ owners: number }>(
      `SELECT count(*)::int AS owners FROM users WHERE tenant_id = $1 AND status = 'ACTIVE'`,
      [other.tenantId],
    )
    expect(row).toEqual({ owners: 1 })
  })

  test('who was deactivated can be reactivated and sign in again', async () => {
    const person = await joinAs(api, centre, { roles: ['BILLER'] })
    const path = `/v1/users/${person.user.id}`
    expect((await centre.post(`${path}/deactivate`)).status).toBe(200)
    expect((await centre.post(`${path}/deactivate`)).body).toMatchObject({
      code: 'invalid_transition',
    })
    expect((await centre.post(`${path}/reactivate`)).body).toMatchObject({ status: 'ACTIVE' })
    expect((await person.get('/v1/me')).status).toBe(401)
  })

  test('is changed immediately, even in open sessions', async () => {
    const person = await joinAs(api, centre, { roles: ['READ_ONLY'] })
    expect((await person.get('/v1/orders')).status).toBe(200)
    await centre.patch(`/v1/users/${person.user.id}`, { roles: ['MARKETPLACE_MANAGER'] })
    expect((await person.get('/v1/orders')).body).toMatchObject({
      code: 'insufficient_role',
      permission: 'orders:read',
      roles: expect.arrayContaining(['BILLER']),
    })
  })

  test('is signed out everywhere except in the current session', async () => {
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const { status, body } = await owner.post(`/v1/users/${owner.user.id}/end-sessions`)
    expect([status, body]).toEqual([200, { ended: 0 }])
    const person = await joinAs(api, centre, { roles: ['BILLER'] })
    expect((await owner.post(`/v1/users/${person.user.id}/end-sessions`)).body).toEqual({
      ended: 1,
    })
    expect((await person.get('/v1/me')).status).toBe(401)
  })
})

describe("a role of the centre's own", () => {
  const make = async (role: object) => (await centre.post<Role>('/v1/roles', role)).body

  test('grants what it names, and changes take effect immediately', async () => {
    const role = await make({ name: 'Orders only', permissions: ['orders:read'] })
    const person = await joinAs(api, centre, { roles: [role.id] })
    expect((await person.get('/v1/orders')).status).toBe(200)
    expect((await person.get('/v1/children')).status).toBe(403)
    expect((await person.get('/v1/locations')).status).toBe(200)
    await centre.patch(`/v1/roles/${role.id}`, { permissions: ['children:read'] })
    expect((await person.get('/v1/orders')).status).toBe(403)
    expect((await person.get('/v1/children')).status).toBe(200)
  })

  test('can be archived once nobody has it', async () => {
    const role = await make({ name: 'Short-lived', permissions: ['orders:read'] })
    const person = await joinAs(api, centre, { roles: [role.id] })
    expect((await centre.post(`/v1/roles/${role.id}/archive`)).body).toMatchObject({
      code: 'role_in_use',
      users: 1,
    })
    await centre.patch(`/v1/users/${person.user.id}`, { roles: ['BILLER'] })
    expect((await centre.post(`/v1/roles/${role.id}/archive`)).status).toBe(200)
    const given = await centre.patch(`/v1/users/${person.user.id}`, { roles: [role.id] })
    expect(given.body).toMatchObject({ code: 'invalid_reference', errors: [{ path: 'roles.0' }] })
  })

  test('whose name is a misspelled built-in role gets an error with the names', async () => {
    const refused = await centre.post('/v1/users', {
      email: 'ana@example.com',
      name: 'Ana',
      roles: ['THERAPISTS'],
    })
    expect(refused.body).toMatchObject({
      detail: expect.stringMatching(
        /^roles\.0: must be one of OWNER, .*, or an ID such as rol_\w+ \(did you mean THERAPIST\?\)\.$/,
      ),
    })
  })

  test('that shows a caseload opens nothing of the whole centre', async () => {
    const refused = await centre.post('/v1/roles', {
      name: 'Wide',
      sight: 'CASELOAD',
      permissions: ['api-keys:read'],
    })
    expect(refused.body).toMatchObject({ errors: [{ path: 'permissions', code: 'not_allowed' }] })
  })

  test('never signs for others, because only keys can', async () => {
    const refused = await centre.post('/v1/roles', {
      name: 'Signer',
      permissions: ['signatures-on-behalf:write'],
    })
    expect(refused.status).toBe(400)
  })

  test('cannot be changed by its holders', async () => {
    const role = await make({ name: 'Self', permissions: ['roles:read', 'roles:write'] })
    const person = await joinAs(api, centre, { roles: [role.id] })
    const more = { permissions: ['roles:read', 'roles:write', 'children:read'] }
    expect((await person.patch(`/v1/roles/${role.id}`, more)).body).toMatchObject({
      code: 'second_person_required',
    })
  })
})

test('a session without a user, or with another cookie name, is anonymous', async () => {
  const browser = openBrowser(api)
  browser.cookies.set('therapy_session', `st_${'x'.repeat(43)}`)
  expect((await browser.get('/v1/me')).body).toMatchObject({ code: 'unauthenticated' })
})
