import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World, type Json } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a one-time link', () => {
  let api: TestApi
  let world: World

  beforeAll(async () => {
    api = await startApi()
    world = createWorld(api, await api.createTenant())
  })
  afterAll(() => api[Symbol.asyncDispose]())

  const received = async () => (await world.client.get<{ data: Json[] }>('/v1/feedback')).body.data

  test('shows a program its question and accepts its answer once', async () => {
    const path = await world.feedbackLink()
    const person = api.anonymous()
    for (let looks = 0; looks < 3; looks++) {
      const shown = await person.get<Json>(path)
      expect(shown.status).toBe(200)
      expect(shown.body).toMatchObject({
        purpose: 'feedback',
        fields: [{ name: 'rating', type: 'CHOICE' }, { name: 'comment' }],
      })
      expect(shown.headers.get('cache-control')).toBe('no-store')
    }
    const before = await received()
    const done = await person.post<Json>(path, { rating: 4, comment: 'Fine' })
    expect(done.status, done.text).toBe(200)
    const after = await received()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({ rating: 4, comment: 'Fine' })

    for (const again of [await person.post<Json>(path, { rating: 1 }), await person.get(path)]) {
      expect(again.status).toBe(410)
      expect(again.body).toMatchObject({ code: 'link_used' })
    }
    expect(await received()).toHaveLength(after.length)
  })

  const toldBy = ({ headers }: ApiAnswer) =>
    api.query<{ type: string; payload: Json }>(
      `SELECT type, payload FROM outbox WHERE request_id = $1 AND kind = 'event'`,
      [headers.get('x-request-id')],
    )

  test('notifies subscribers of the answer and who gave it', async () => {
    const person = api.anonymous()
    const rated = await person.post(await world.feedbackLink(), { rating: 4, comment: 'Fine' })
    const [feedback, ...others] = await toldBy(rated)
    expect([feedback, others]).toEqual([
      {
        type: 'feedback.received',
        payload: {
          feedbackId: expect.stringMatching(/^fbk_/) as string,
          appointmentId: expect.stringMatching(/^apt_/) as string,
          clientId: expect.stringMatching(/^cli_/) as string,
          rating: 4,
        },
      },
      [],
    ])
    const called = await person.post(await world.rebookingLink(), { wish: 'call' })
    expect(await toldBy(called)).toMatchObject([
      {
        type: 'rebooking.requested',
        payload: {
          appointmentId: expect.stringMatching(/^apt_/) as string,
          childId: expect.stringMatching(/^chd_/) as string,
          clientId: expect.stringMatching(/^cli_/) as string,
          providerId: expect.stringMatching(/^prv_/) as string,
          locationId: expect.stringMatching(/^loc_/) as string,
        },
      },
    ])
    const left = await person.post(await world.rebookingLink(), { wish: 'none' })
    expect([left.status, await toldBy(left)]).toEqual([200, []])
  })

  test('shows a person a form and a thank-you page', async () => {
    const path = await world.feedbackLink()
    const person = api.anonymous()
    const page = await person.send<string>({ path, headers: BROWSER })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    for (const part of ['<html lang="en">', '<legend>', 'type="radio"', '<label for="comment">'])
      expect(page.text).toContain(part)
    const answer = { method: 'POST', path, headers: { ...BROWSER, ...FORM } }
    const done = await person.send<string>({ ...answer, body: 'rating=5&comment=' })
    expect(done.status, done.text).toBe(200)
    expect(done.text).toContain('Thank you')
    expect((await received())[0]).toMatchObject({ rating: 5, comment: null })
    const again = await person.send<string>({ ...answer, body: 'rating=5' })
    expect([again.status, again.text.includes('<h1>Already answered</h1>')]).toEqual([410, true])
  })

  test('accepts one of a hundred simultaneous answers', async () => {
    const path = await world.feedbackLink()
    const before = (await received()).length
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => api.anonymous().post(path, { rating: 3 })),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 410)])
    const [heard] = await api.query<{ count: string }>('SELECT count(*) FROM feedback')
    expect(Number(heard!.count)).toBe(before + 1)
  })

  test('expires', async () => {
    const path = await world.feedbackLink()
    const begin = api.clock.now()
    api.clock.advance(86_400_000)
    const late = await api.anonymous().get<Json>(path)
    const posted = await api.anonymous().post<Json>(path, { rating: 3 })
    api.clock.set(begin)
    for (const { status, body } of [late, posted])
      expect([status, body['code']]).toEqual([410, 'link_expired'])
  })

  test('stays usable after an invalid answer', async () => {
    const path = await world.feedbackLink()
    const person = api.anonymous()
    const wrong = { x: 1, rating: 9 }
    for (const body of [{}, wrong, { rating: 'NaN' }, { rating: 3, comment: 'x'.repeat(2_001) }]) {
      const refused = await person.post<Json>(path, body)
      expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
    }
    const text = {
      method: 'POST',
      path,
      body: 'rating=3',
      headers: { 'content-type': 'text/plain' },
    }
    expect((await person.send(text)).status).toBe(415)
    const nul = { method: 'POST', path, body: 'rating=3&comment=%00', headers: FORM }
    expect((await person.send(nul)).status).toBe(400)
    expect((await person.post(path, { rating: 3 })).status).toBe(200)
  })

  test('that does not exist reveals nothing, and guessing is slowed down', async () => {
    const guesser = api.anonymous()
    const answers = []
    for (let guess = 0; guess <= 60; guess++)
      answers.push(await guesser.get<Json>(`/links/${'x'.repeat(42)}${guess}`))
    expect(answers[0]!.body).toMatchObject({ status: 404, code: 'not_found' })
    expect(answers.at(-1)!.body).toMatchObject({ status: 429, code: 'rate_limited' })
  })

  test('is stored as a hash, and its use is named in the audit trail', async () => {
    const path = await world.feedbackLink()
    const token = path.slice('/links/'.length)
    await api.anonymous().post(path, { rating: 2 })
    const [link] = await api.query<{ id: string; row: string }>(
      `SELECT id, l::text AS row FROM one_time_links l ORDER BY created_at DESC LIMIT 1`,
    )
    expect(link!.row).not.toContain(token)
    const entries = await api.query(
      `SELECT action, outcome::text, actor_kind::text FROM audit_entries WHERE actor_id = $1`,
      [link!.id],
    )
    expect(entries).toEqual([{ action: 'redeemLink', outcome: 'ALLOWED', actor_kind: 'ANONYMOUS' }])
    const leaks = await api.query(
      `SELECT 1 FROM audit_entries a, outbox o WHERE a::text LIKE $1 OR o::text LIKE $1`,
      [`%${token}%`],
    )
    expect(leaks).toEqual([])
  })

  test('does only what it was made for', async () => {
    const path = await world.feedbackLink()
    const token = path.slice('/links/'.length)
    const answer = await api
      .anonymous()
      .send<Json>({ path: '/v1/feedback', headers: { authorization: `Bearer ${token}` } })
    expect(answer.body).toMatchObject({ status: 401 })
  })
})
