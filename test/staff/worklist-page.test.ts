import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../contract/world.ts'
import { create } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, linksSentTo, openBrowser, type Browser } from './support.ts'

/** The page on which people settle what waits for them, without a console. */

let api: TestApi
let client: ApiClient
let world: World
let desk: Awaited<ReturnType<typeof joinAs>>

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
  desk = await joinAs(api, client, { roles: ['SCHEDULER'] })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const BROWSER = { accept: 'text/html' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' }

const pathOf = (entryId: string) => `/worklist?entry=${encodeURIComponent(entryId)}`
const open = (browser: Browser, path: string) => browser.send<string>({ path, headers: BROWSER })
const csrfIn = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
const answer = (browser: Browser, fields: Record<string, string>, headers = {}) =>
  browser.send<string>({
    method: 'POST',
    path: '/worklist',
    body: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { ...FORM, ...headers },
  })

const newTask = (more = {}) =>
  create(client, '/v1/tasks', {
    title: 'Ask for the <b>referral</b> letter',
    notes: 'Dr. Kern has it.',
    role: 'SCHEDULER',
    ...more,
  })

const statusOf = async (id: string) =>
  (await client.get<{ status: string }>(`/v1/tasks/${id}`)).body.status

describe('the page of what waits', () => {
  test('shows an entry with its context, and settles it once', async () => {
    const { id } = await newTask()
    const list = await open(desk, '/worklist')
    expect(list.text).toContain(encodeURIComponent(id))
    const page = await open(desk, pathOf(id))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Ask for the &lt;b&gt;referral&lt;/b&gt; letter')
    expect(page.text).toContain('Dr. Kern has it.')
    expect(page.text).toContain('Nobody else is asked.')

    const given = { entry: id, csrf: csrfIn(page.text), act: 'completeTask', comment: 'Faxed.' }
    expect((await answer(desk, given)).status).toBe(200)
    expect(await statusOf(id)).toBe('DONE')
    for (const late of [await open(desk, pathOf(id)), await answer(desk, given)]) {
      expect(late.status).toBe(410)
      expect(late.text).toContain(desk.user.name)
      expect(late.text).toContain('Mark as done')
    }
  })

  test('decides nothing when it is opened, nor for other sites or without its token', async () => {
    const { id } = await newTask()
    for (const method of ['GET', 'HEAD'])
      await desk.send({ method, path: `${pathOf(id)}&act=completeTask`, headers: BROWSER })
    const csrf = csrfIn((await open(desk, pathOf(id))).text)
    const given = { entry: id, csrf, act: 'completeTask' }
    const refused = [
      await answer(desk, { ...given, csrf: 'x' }),
      await answer(desk, given, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      await answer(desk, { ...given, act: 'approveSettlement' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 400])
    expect(await statusOf(id)).toBe('OPEN')
  })

  test('asks a stranger to sign in, and then leads back', async () => {
    const { id } = await newTask()
    const browser = openBrowser(api)
    const first = await open(browser, pathOf(id))
    expect([first.status, first.headers.get('location')]).toEqual([303, '/sign-in'])
    expect((await answer(browser, { entry: id, csrf: 'x', act: 'completeTask' })).status).toBe(303)
    await browser.send({
      method: 'POST',
      path: '/sign-in',
      body: Buffer.from(`email=${encodeURIComponent(desk.user.email)}`),
      headers: FORM,
    })
    const [link] = await linksSentTo(api, desk.user.id)
    await browser.send({ method: 'POST', path: link!, headers: FORM, body: Buffer.from('') })
    const back = await open(browser, '/sign-in')
    expect([back.status, back.headers.get('location')]).toEqual([303, pathOf(id)])
    expect((await open(browser, pathOf(id))).status).toBe(200)
    expect((await open(browser, '/sign-in')).status).toBe(200)
  })

  test('shows nothing to people of other centres or without the permission', async () => {
    const { id } = await newTask()
    const { id: settlementId } = await world.settlement()
    const stranger = await joinAs(api, await api.createTenant(), { roles: ['OWNER'] })
    for (const [browser, entry] of [
      [stranger, id],
      [desk, `${settlementId}/settlement-to-approve`],
      [desk, 'tsk_01m7zb00000000000000000000'],
      [desk, "x' OR 1=1"],
    ] as const)
      expect((await open(browser, pathOf(entry))).status).toBe(404)
  })

  test('says what is overdue, and that it shows only the first entries', async () => {
    const person = await joinAs(api, client, { roles: ['SCHEDULER'] })
    const due = { assigneeId: person.user.id, role: undefined }
    const { id } = await newTask({ ...due, dueAt: '2026-11-20T09:00:00Z' })
    const { id: next } = await newTask({ ...due, dueAt: '2027-11-20T09:00:00Z' })
    const first = await open(person, '/worklist')
    expect(first.text).toMatch(new RegExp(`${id}[^]*Due since [^]*${next}[^]*By `))
    expect(first.text).not.toContain('Only the first 50')
    await api.query(
      `INSERT INTO tasks SELECT (jsonb_populate_record(t, jsonb_build_object('id', 'tsk_' || lpad(n::text, 26, '0')))).*
       FROM tasks t, generate_series(1, 50) n WHERE t.id = $1`,
      [id],
    )
    expect((await open(person, '/worklist')).text).toContain('Only the first 50')
  })

  test('speaks the language of the browser', async () => {
    const { id } = await world.settlement()
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const headers = { ...BROWSER, 'accept-language': 'de' }
    const path = pathOf(`${id}/settlement-to-approve`)
    const { text } = await owner.send<string>({ path, headers })
    expect(text).toContain('<h1>Abrechnung genehmigen oder verwerfen</h1>')
    expect(text).toContain('Wenn niemand handelt: Die Fachkraft wird nicht bezahlt.')
  })

  test('shows what a step of a follow-up asks, in its own words', async () => {
    await world.followUpWithAttention()
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const { body } = await owner.get<{ data: { id: string; title: string }[] }>(
      '/v1/worklist?kind=FOLLOW_UP_STEP',
    )
    const [{ id, title }] = body.data as [{ id: string; title: string }]
    expect(title).toBe('the child has no legal guardian on record')
    const page = await open(owner, pathOf(id))
    expect(page.text).toContain('<h1>Settle what is open about the appointment</h1>')
    expect(page.text).toContain(`<p lang="en">${title}</p>`)
  })

  test('asks for a fresh proof where the act does', async () => {
    const { id } = await world.settlement()
    const entry = `${id}/settlement-to-approve`
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    await owner.patch('/v1/organization', { signatureStepUpMinutes: 15 })
    api.clock.advance(20 * 60_000)
    const page = await open(owner, pathOf(entry))
    expect(page.text).toContain('Approve the settlement')
    const given = { entry, csrf: csrfIn(page.text), act: 'approveSettlement' }
    const asked = await answer(owner, given)
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/sign-in/step-up'])
    expect(owner.cookies.has('therapy_return')).toBe(true)
  })

  test('shows an approver what the agent would do', async () => {
    const { id } = await world.waitingStep()
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const { body } = await owner.get<{ data: { id: string; subjectId: string }[] }>(
      '/v1/worklist?limit=100',
    )
    const entry = body.data.find(({ subjectId }) => subjectId === id)!
    const page = await open(owner, pathOf(entry.id))
    const given = { entry: entry.id, csrf: csrfIn(page.text), act: 'rejectAgentRunStep' }
    expect(page.text).toContain('rejectAgentRunStep')
    expect((await answer(owner, { ...given, reason: 'Not now.' })).status).toBe(200)
    const { body: step } = await client.get<{ approval: object }>(`/v1/agent-run-steps/${id}`)
    expect(step.approval).toMatchObject({ decision: 'REJECTED', reason: 'Not now.' })
  })
})
