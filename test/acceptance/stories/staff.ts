import { randomUUID } from 'node:crypto'
import type { Centre } from '../support/centre.ts'
import { aMachine } from '../support/machine.ts'
import { aBrowser, anOwner, aPerson, type Person } from '../support/person.ts'
import { aFamily, anAddress, day, linkIn } from '../support/records.ts'
import { openAuthenticator } from '../../staff/authenticator.ts'
import { CLIENT, passThrough, startProvider } from '../../staff/identity-providers.ts'
import type { Mail } from '../support/site.ts'
import type { Story } from '../support/story.ts'

export const staffStories = (story: Story): void => {
  story('a user is invited by e-mail, signs in through the link, and signs out', async (scene) => {
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

  story('a sign-in link works once', async ({ site, centre, expect }) => {
    const email = anAddress('eva')
    await centre.post('/v1/users', { name: 'Eva Kern', email, roles: ['READ_ONLY'] })
    const path = new URL(linkIn(await site.mailTo(email))).pathname
    expect((await aBrowser(site.api).send('POST', path)).status).toBeLessThan(400)
    expect((await aBrowser(site.api).send('POST', path)).status).toBeGreaterThanOrEqual(400)
  })

  story('pages for signing in use the language of the browser', async ({ site, expect }) => {
    const read = async (path: string, language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const response = await fetch(`${site.api}${path}`, { headers })
      return (await response.text()).match(/lang="(\w+)"[\s\S]*<h1>([^<]+)</)?.slice(1)
    }
    expect(await read('/sign-in', 'de-AT, en;q=0.5')).toEqual(['de', 'Anmelden'])
    expect(await read('/sign-in', 'es')).toEqual(['es', 'Iniciar sesión'])
    expect(await read('/sign-in', 'fr')).toEqual(['en', 'Sign in'])
    const unknown = `/sign-in/${'x'.repeat(43)}`
    expect(await read(unknown, 'de')).toEqual(['de', 'Diesen Link gibt es nicht'])
  })

  story('a custom role grants exactly the permissions it names', async (scene) => {
    const { site, centre, expect } = scene
    const role = { name: 'Reads orders', permissions: ['orders:read'] }
    const { id: roleId } = await centre.post('/v1/roles', role)
    const person = await aPerson(site, centre, { roles: [roleId] })
    expect((await person.send('GET', '/v1/orders')).status).toBe(200)
    const refused = await person.send('POST', '/v1/locations', { name: 'X', timeZone: 'UTC' })
    expect([refused.status, refused.body['code']]).toEqual([403, 'insufficient_role'])
  })

  story('deactivating an account ends its sessions', async ({ site, centre, expect }) => {
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

  story('a key that expires gives other keys no more than it has', async ({ centre, expect }) => {
    const expiresAt = `${day(30)}T00:00:00Z`
    const scopes = ['admin', 'children']
    const expiring = await centre.key({ name: 'Expires', scopes, expiresAt })
    const narrow = { name: 'Narrow', scopes: ['children.read'] }
    const { id: lasting } = await centre.post('/v1/api-keys', narrow)
    const more = { scopes: ['children'] }
    const { status, body } = await expiring.send('PATCH', `/v1/api-keys/${lasting}`, more)
    expect([status, body['errors']]).toMatchObject([403, [{ code: 'exceeds_grantor' }]])
    const { id: other } = await centre.post('/v1/api-keys', { ...narrow, expiresAt })
    expect(await expiring.patch(`/v1/api-keys/${other}`, more)).toMatchObject(more)
  })

  story(
    'a key that expires creates nothing that lasts longer',
    async ({ site, centre, expect }) => {
      const { id: subjectId } = await centre.post('/v1/providers', { name: 'Ana Ruiz' })
      const expiresAt = `${day(30)}T00:00:00Z`
      const scopes = ['bookings', 'webhooks', 'providers']
      const expiring = await centre.key({ name: 'Expires', scopes, expiresAt })
      const feed = await expiring.refused('POST', '/v1/calendar-feeds', { subjectId })
      expect(feed).toBe('403 insufficient_scope')
      const endpoint = { url: `${site.api}/nowhere`, eventTypes: ['*'] }
      const { status, body } = await expiring.send('POST', '/v1/webhook-endpoints', endpoint)
      expect([status, body['detail']]).toMatchObject([403, expect.stringContaining('expires on')])
    },
  )

  story(
    'a front desk bound to one location sees only that location',
    async ({ site, centre, expect }) => {
      const place = { name: 'Nord', timeZone: 'America/New_York' }
      const { id: locationId } = await centre.post('/v1/locations', place)
      const { childId } = await aFamily(centre, { locationId })
      await aFamily(centre, { firstName: 'Elsewhere' })
      const desk = await aPerson(site, centre, { roles: ['SCHEDULER'], locationIds: [locationId] })
      expect((await desk.get('/v1/children'))['data']).toMatchObject([{ id: childId }])
      expect(JSON.stringify(await desk.get('/v1/me'))).toContain('"sight":"LOCATIONS"')
    },
  )

  story('a passkey is registered and used to sign in', async ({ site, centre, expect }) => {
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

  story(
    'a user signs in with the identity provider of the centre, once its domain is verified',
    async (scene) => {
      const { site, centre, expect } = scene
      await using provider = await startProvider()
      const domain = `${randomUUID()}.example.org`
      const connect = async (other: Centre) =>
        (await anOwner(site, other)).post('/v1/sso-connections', {
          name: 'Provider',
          issuer: provider.issuer,
          ...CLIENT,
          emailDomains: [domain],
          createsUsers: true,
          roleClaim: 'groups',
          roleMappings: [{ value: 'front-desk', roles: ['SCHEDULER'] }],
        })
      const connection = await connect(centre)
      const redirect = `${site.api}${connection['redirectPath']}`
      await provider.open({ redirect_uris: [redirect] })
      const tom = { sub: 'tom', email: `tom@${domain}`, email_verified: true, name: 'Tom Weiss' }
      provider.setAccount({ ...tom, groups: ['front-desk'] })
      const signIn = async () => {
        const browser = aBrowser(site.api)
        const left = await browser.send('POST', `/sign-in/sso/${connection['id']}`)
        expect(left.status, left.text).toBe(303)
        const back = await passThrough(left.headers.get('location')!, provider.issuer)
        const { status, body } = await browser.send('GET', `${back.pathname}${back.search}`)
        return { browser, status, code: body['code'] }
      }
      expect(await signIn()).toMatchObject({ status: 403, code: 'sso_refused' })

      const named = ['--domain', domain]
      const of = ['--tenant', centre.tenantId, '--connection', String(connection['id'])]
      const proved = await site.therapy('sso', 'prove-domain', ...of, ...named)
      expect(proved['domains']).toMatchObject([{ domain, provedBy: 'OPERATOR' }])
      const { browser } = await signIn()
      expect(await browser.get('/v1/me')).toMatchObject({ name: 'Tom Weiss', roles: ['SCHEDULER'] })
      const asked = await aBrowser(site.api).send('POST', '/sign-in', { email: tom.email })
      expect(JSON.stringify(asked.body)).toContain(String(connection['id']))

      const withdrawn = await site.therapy('sso', 'withdraw-domain', ...named)
      expect(withdrawn['domains']).toMatchObject([{ domain, provedAt: null }])
      expect(await signIn()).toMatchObject({ status: 403, code: 'sso_refused' })
      const other = await site.openCentre()
      const { id: otherId } = await connect(other)
      const ofOther = ['--tenant', other.tenantId, '--connection', String(otherId)]
      expect(await site.therapy('sso', 'prove-domain', ...ofOther, ...named)).toMatchObject({
        id: otherId,
      })
    },
  )

  story('a person authorizes the command line to act for them, and revokes it', async (scene) => {
    const { site, centre, expect } = scene
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    await using machine = aMachine(site)
    const page = new URL(await machine.login())
    const allowed = await person.form(page.pathname, {
      ...Object.fromEntries(page.searchParams),
      decision: 'allow',
      days: '7',
    })
    const [, back] = /href="(http:\/\/127\.0\.0\.1[^"]+)"/.exec(allowed.text) ?? []
    expect((await fetch(back!.replaceAll('&amp;', '&'))).status).toBe(200)
    await machine.loggedIn()
    expect(await machine.therapy('whoami')).toMatchObject({ email: person.email })
    const client = JSON.stringify({ name: 'Ana Ruiz', email: anAddress('ana') })
    const made = await machine.therapy('api', 'POST', '/v1/clients', '--body', client)
    expect(made).toMatchObject({ name: 'Ana Ruiz' })
    const { data } = await person.get('/v1/user-sessions')
    const delegated = data.find((it: { name: string | null }) => it.name === 'a story')
    await person.post(`/v1/user-sessions/${delegated.id}/revoke`)
    await expect(machine.therapy('whoami')).rejects.toThrow('ended with')
  })

  story('a supervisor names a stand-in, and the signature records it', async (scene) => {
    const { site, centre, expect } = scene
    const { childId } = await aFamily(centre)
    const names = ['Ana Ruiz', 'Dr. Kern', 'Dr. Beck']
    const providers: string[] = []
    for (const name of names) providers.push((await centre.post('/v1/providers', { name }))['id'])
    const [providerId, supervisorId, delegateId] = providers
    await centre.post('/v1/supervisions', { providerId, supervisorId })
    await centre.post('/v1/care-team-members', { childId, providerId, role: 'ASSISTANT' })
    const author = await aPerson(site, centre, { roles: ['THERAPIST'], providerId })
    const as = { roles: ['SUPERVISOR'] }
    const supervisor = await aPerson(site, centre, { ...as, providerId: supervisorId })
    const delegate = await aPerson(site, centre, { ...as, providerId: delegateId })
    const { id: sessionId } = await centre.post('/v1/sessions', {
      childId,
      providerId,
      startedAt: `${day(-2)}T10:02:00Z`,
      endedAt: `${day(-2)}T10:47:00Z`,
    })
    const note = { objective: 'Produced /r/ in 7 of 10 words.', assessment: 'Progress.' }
    const { id } = await author.post(`/v1/sessions/${sessionId}/notes`, note)
    await author.post(`/v1/session-notes/${id}/sign`)
    const path = `/v1/session-notes/${id}`
    expect((await delegate.send('GET', path)).status).toBe(404)
    const endsAt = `${day(7)}T10:00:00Z`
    await supervisor.post('/v1/supervision-delegates', { supervisorId, delegateId, endsAt })
    expect(await delegate.post(`${path}/cosign`)).toMatchObject({ status: 'SIGNED' })
    const { signatures } = await centre.get(`${path}/verification`)
    expect(signatures[1]).toMatchObject({ role: 'COSIGNER', delegatedById: supervisorId })
  })

  story('a suspended centre is read-only until it is resumed', async (scene) => {
    const { site, centre, expect } = scene
    const child = { firstName: 'A', lastName: 'B', birthDate: '2021-01-01' }
    const tenant = ['--tenant', centre.tenantId]
    await site.therapy('tenant', 'suspend', ...tenant, '--reason', 'The contract ended.')
    expect(await centre.refused('POST', '/v1/children', child)).toMatch(/centre_suspended/)
    await site.therapy('tenant', 'resume', ...tenant)
    expect(await centre.post('/v1/children', child)).toMatchObject({ firstName: 'A' })
  })

  story('a person is told of a task, and settles it on the page of the e-mail', async (scene) => {
    const { site, centre, expect } = scene
    const { childId } = await aFamily(centre)
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    const task = { title: 'Ask for the letter', childId, assigneeId: person.userId }
    const { id } = await centre.post('/v1/tasks', task)
    const mail = await site.mailTo(person.email, 'task')
    expect((await person.get('/v1/worklist?assigneeId=me'))['data']).toHaveLength(1)
    expect(await completedFrom(mail, person)).toContain('Ask for the letter')
    expect(await centre.get(`/v1/tasks/${id}`)).toMatchObject({ status: 'DONE' })
  })

  story(
    'people are told as they chose, or else as the centre chose for their role',
    async (scene) => {
      const { site, centre, expect } = scene
      const [desk, follower] = [
        await aPerson(site, centre, { roles: ['SCHEDULER'] }),
        await aPerson(site, centre, { roles: ['SCHEDULER'] }),
      ]
      const ofRole = (delivery: string | null) =>
        centre.patch('/v1/notification-settings', {
          roles: [{ role: 'SCHEDULER', kind: 'TASK', delivery }],
        })
      const ofDesk = (delivery: string | null) =>
        desk.patch(`/v1/users/${desk.userId}/notifications`, {
          notifications: [{ kind: 'TASK', delivery }],
        })
      const newTask = async () =>
        String((await centre.post('/v1/tasks', { title: 'Call back', role: 'SCHEDULER' }))['id'])
      const toldOf = async (person: typeof desk, tasks: readonly string[]) => {
        const texts = (await site.mailsTo(person.email)).map(({ text }) => text)
        return tasks.filter((id) => texts.some((text) => text.includes(id)))
      }

      await ofRole('NONE')
      await ofDesk('AT_ONCE')
      const first = await newTask()
      await site.mailTo(desk.email, first)

      await ofRole(null)
      await ofDesk('NONE')
      const second = await newTask()
      await site.mailTo(follower.email, second)

      expect(await toldOf(desk, [first, second])).toEqual([first])
      expect(await toldOf(follower, [first, second])).toEqual([second])
    },
  )

  story('people are told what waits in the language of the centre', async (scene) => {
    const { site, centre, expect } = scene
    await centre.patch('/v1/message-settings', { language: 'de' })
    const person = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    await centre.post('/v1/tasks', { title: 'Ask for the letter', assigneeId: person.userId })
    const mail = await site.mailTo(person.email, 'Aufgabe erledigen')
    expect(mail.text).toContain('Die Aufgabe bleibt offen.')
  })

  story('a deputy is told in whose place they act, and settles what waits', async (scene) => {
    const { site, centre, expect } = scene
    const away = await aPerson(site, centre, { name: 'Nora Beck', roles: ['SCHEDULER'] })
    const deputy = await aPerson(site, centre, { roles: ['SCHEDULER'] })
    const endsAt = `${day(7)}T10:00:00Z`
    await away.post('/v1/absences', { deputyId: deputy.userId, endsAt })
    const task = { title: 'Call the school', assigneeId: away.userId }
    const { id } = await centre.post('/v1/tasks', task)
    const mail = await site.mailTo(deputy.email, String(id))
    expect(mail.text).toContain('You get this as the deputy of Nora Beck.')
    expect(await completedFrom(mail, deputy)).toContain('Call the school')
    expect(await centre.get(`/v1/tasks/${id}`)).toMatchObject({ status: 'DONE' })
    expect(
      (await site.mailsTo(away.email)).filter(({ text }) => text.includes(String(id))),
    ).toEqual([])
  })
}

/** Completes the task of an e-mail on its page, and returns the text of the page. */
const completedFrom = async (mail: Mail, person: Person): Promise<string> => {
  const { pathname, search, searchParams } = new URL(linkIn(mail))
  const { text } = await person.send('GET', `${pathname}${search}`)
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
  const entry = searchParams.get('entry') ?? ''
  const given = { entry, csrf, act: 'completeTask', comment: 'It is done.' }
  const { status } = await person.form(pathname, given)
  if (status !== 200) throw new Error(`The page answered ${status}.`)
  return text
}
