import { aBrowser, aPerson } from '../support/person.ts'
import { aFamily, anAddress, linkIn } from '../support/records.ts'
import { openAuthenticator } from '../../staff/authenticator.ts'
import type { Story } from '../support/story.ts'

export const staffStories = (story: Story): void => {
  story('somebody is invited by mail, signs in by the link, and out again', async (scene) => {
    const { site, centre, expect } = scene
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    const me = await person.get('/v1/me')
    expect(JSON.stringify(me)).toContain('SCHEDULER')
    const browser = aBrowser(site.api)
    const asked = await browser.send('POST', '/sign-in', { email: person.email })
    expect(asked.status).toBe(202)
    const { data } = await person.get('/v1/user-sessions')
    expect(data.length).toBeGreaterThan(0)
  })

  story('a link of a sign-in works once', async ({ site, centre, expect }) => {
    const email = anAddress('eva')
    await centre.post('/v1/users', { name: 'Eva Kern', email, roles: ['READ_ONLY'] })
    const path = new URL(linkIn(await site.mailTo(email))).pathname
    expect((await aBrowser(site.api).send('POST', path)).status).toBeLessThan(400)
    expect((await aBrowser(site.api).send('POST', path)).status).toBeGreaterThanOrEqual(400)
  })

  story('a role of the centre lets somebody do what it names, and no more', async (scene) => {
    const { site, centre, expect } = scene
    const role = { name: 'Reads orders', permissions: ['orders:read'] }
    const { id: roleId } = await centre.post('/v1/roles', role)
    const person = await aPerson(site, centre, { roles: [roleId] })
    expect((await person.send('GET', '/v1/orders')).status).toBe(200)
    const refused = await person.send('POST', '/v1/locations', { name: 'X', timeZone: 'UTC' })
    expect([refused.status, refused.body['code']]).toEqual([403, 'insufficient_role'])
  })

  story('nobody whose account is deactivated stays signed in', async ({ site, centre, expect }) => {
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    await centre.post(`/v1/users/${person.userId}/deactivate`)
    expect((await person.send('GET', '/v1/me')).status).toBe(401)
  })

  story('a key does what its scopes and methods allow', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const reader = await centre.key({ name: 'Reader', scopes: ['children'], methods: ['GET'] })
    expect(await reader.get(`/v1/children/${childId}`)).toMatchObject({ id: childId })
    const write = { firstName: 'A', lastName: 'B', birthDate: '2021-01-01' }
    const { status, body } = await reader.send('POST', '/v1/children', write)
    expect([status, body['code'], body['methods']]).toEqual([403, 'insufficient_scope', ['GET']])
    expect(await reader.refused('GET', '/v1/orders')).toBe('403 insufficient_scope')
  })

  story('a front desk of one location sees what is there', async ({ site, centre, expect }) => {
    const place = { name: 'Nord', timeZone: 'America/New_York' }
    const { id: locationId } = await centre.post('/v1/locations', place)
    const { childId } = await aFamily(centre, { locationId })
    await aFamily(centre, { firstName: 'Elsewhere' })
    const desk = await aPerson(site, centre, { roles: ['SCHEDULER'], locationIds: [locationId] })
    expect((await desk.get('/v1/children'))['data']).toMatchObject([{ id: childId }])
    expect(JSON.stringify(await desk.get('/v1/me'))).toContain('"sight":"LOCATIONS"')
  })

  story('a passkey is registered, and signs in', async ({ site, centre, expect }) => {
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    const device = openAuthenticator(site.api)
    const asked = await person.post('/sign-in/passkeys/options')
    const credential = device.create(asked as Parameters<typeof device.create>[0])
    const made = await person.post('/sign-in/passkeys', { name: 'Laptop', credential })
    expect(made['recoveryCodes'].length).toBeGreaterThan(5)
    const browser = aBrowser(site.api)
    const options = await browser.post('/sign-in/passkey/options')
    const shown = device.get(options as Parameters<typeof device.get>[0])
    await browser.post('/sign-in/passkey', { credential: shown })
    expect(await browser.get('/v1/me')).toMatchObject({ id: person.userId })
  })

  story('a centre that is suspended does nothing until it is resumed', async (scene) => {
    const { site, centre, expect } = scene
    const child = { firstName: 'A', lastName: 'B', birthDate: '2021-01-01' }
    const tenant = ['--tenant', centre.tenantId]
    await site.therapy('tenant', 'suspend', ...tenant, '--reason', 'The contract ended.')
    expect(await centre.refused('POST', '/v1/children', child)).toMatch(/centre_suspended/)
    await site.therapy('tenant', 'resume', ...tenant)
    expect(await centre.post('/v1/children', child)).toMatchObject({ firstName: 'A' })
  })
}
