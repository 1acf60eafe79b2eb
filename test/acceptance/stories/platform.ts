import { parse } from 'csv-parse/sync'
import { startApiAt } from '../support/api-at.ts'
import { centreOf } from '../support/centre.ts'
import {
  aFamily,
  anAppointment,
  aPractice,
  day,
  untilListed,
  untilRecord,
} from '../support/records.ts'
import { eventually } from '../support/site.ts'
import type { Story } from '../support/story.ts'

export const platformStories = (story: Story): void => {
  story(
    '/v0 answers with its sunset date until 30 November 2026, and with 410 from 1 December',
    async (scene) => {
      const { site, centre, expect } = scene
      const { childId } = await aFamily(centre)
      const answersAt = async (instant: string) => {
        await using api = await startApiAt(site, instant)
        const then = await centreOf(api.url, centre)
        return await then.send('GET', `/v0/children/${childId}`)
      }
      const before = await answersAt('2026-11-30T23:50:00Z')
      expect(before.status).toBe(200)
      expect(before.body).toHaveProperty('full_name', 'Lena Weiss')
      expect(before.headers.get('sunset')).toBe('Tue, 01 Dec 2026 00:00:00 GMT')
      expect(before.headers.get('deprecation')).toMatch(/^@\d+$/)
      expect(before.headers.get('link')).toContain('successor-version')
      const after = await answersAt('2026-12-01T00:00:05Z')
      expect([after.status, after.body['code']]).toEqual([410, 'version_sunset'])
    },
  )

  story(
    'every response states the remaining rate limit, and 429 when it is exhausted',
    async (scene) => {
      const { centre, expect } = scene
      const narrow = await centre.key({ name: 'Few', scopes: ['children'], rateLimitPerMinute: 3 })
      const answers = []
      for (const _ of [1, 2, 3, 4]) answers.push(await narrow.send('GET', '/v1/children'))
      expect(answers[0]!.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
      const last = answers.at(-1)!
      expect([last.status, last.body['code']]).toEqual([429, 'rate_limited'])
      expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
    },
  )

  story('a list is a file for spreadsheets with Accept: text/csv', async (scene) => {
    const { centre, expect } = scene
    const { childId } = await aFamily(centre, { firstName: '=Lena', lastName: 'Weiß, von' })
    const path = '/v1/children'
    const file = await centre.send('GET', path, undefined, { accept: 'text/csv' })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-disposition')).toContain('children.csv')
    const [header, row] = parse(file.text) as [string[], string[]]
    const cell = (column: string) => row[header.indexOf(column)]
    expect([cell('id'), cell('firstName'), cell('lastName'), cell('birthDate')]).toEqual([
      childId,
      "'=Lena",
      'Weiß, von',
      '2021-04-30',
    ])
    const { data } = await centre.get(path)
    expect(data).toHaveLength(1)
  })

  story('a list says how many records it has, and what they add up to', async (scene) => {
    const { centre, expect } = scene
    const { childId } = await aFamily(centre)
    await aFamily(centre, { firstName: 'Ida' })
    const children = await centre.get('/v1/children?limit=1&count=true')
    expect(children).toMatchObject({ hasMore: true, total: 2, totalIsExact: true })
    for (const amount of [8500, 4000])
      await centre.post('/v1/orders', {
        childId,
        lines: [{ description: 'Report', quantity: 1, unitAmount: amount }],
      })
    const { totals, total } = await centre.get(
      `/v1/orders?childId=${childId}&limit=1&count=true&totals=true`,
    )
    expect([total, totals]).toMatchObject([2, [{ count: 2, amount: 12_500 }]])
  })

  story('requests with the same idempotency key have one effect', async (scene) => {
    const { site, centre, expect } = scene
    const reader = { firstName: 'Once', lastName: 'Only', birthDate: '2021-01-01' }
    const basic = Buffer.from(`${centre.clientId}:${centre.clientSecret}`).toString('base64')
    const token = await fetch(`${site.api}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: bearer, expires_in: seconds } = (await token.json()) as {
      access_token: string
      expires_in: number
    }
    expect(seconds).toBe(900)
    const send = () =>
      fetch(`${site.api}/v1/children`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': 'story-once',
        },
        body: JSON.stringify(reader),
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await centre.get('/v1/children'))['data']).toHaveLength(1)
  })

  story('missed events of an endpoint are recovered', async ({ site, centre, expect }) => {
    const since = new Date(Date.now() - 60_000).toISOString()
    const { childId } = await aFamily(centre)
    const told = await site.receiver.subscribe(centre, ['child.registered'])
    await centre.post(`/v1/webhook-endpoints/${told.endpointId}/recover`, { startsAt: since })
    expect(await told.arrived('child.registered')).toMatchObject({ childId })
    await untilListed(centre, `/v1/deliveries?endpointId=${told.endpointId}&status=SUCCEEDED`)
  })

  story('an error is a problem document that says what to do next', async ({ centre, expect }) => {
    const { status, headers, body } = await centre.send('POST', '/v1/children', { firstName: 7 })
    expect(status).toBe(400)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(body['errors'].map((it: { path: string }) => it.path)).toContain('lastName')
    expect(await centre.refused('GET', '/v1/childen')).toBe('404 not_found')
    expect(await centre.refused('GET', '/v1/children?limits=1')).toBe('400 validation_failed')
  })

  story('a copy of the records is kept up to date with delta sync', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const { data } = await centre.get('/v1/children?sort=updatedAt')
    const since = encodeURIComponent(data[0].updatedAt)
    await aFamily(centre, { firstName: 'Other' })
    await centre.patch(`/v1/children/${childId}`, { firstName: 'Lea' })
    const key = encodeURIComponent('updatedAt[gte]')
    const changed = await centre.get(`/v1/children?sort=updatedAt&${key}=${since}`)
    expect(changed['data']).toMatchObject([
      { firstName: 'Other' },
      { id: childId, firstName: 'Lea' },
    ])
  })

  story('messages to people are recorded with their delivery status', async (scene) => {
    const { site, centre, expect } = scene
    await centre.patch('/v1/message-settings', { invitations: true })
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { id } = await anAppointment(centre, { ...family, ...practice })
    await site.mailTo(family.email)
    // The e-mail arrives before its delivery is recorded.
    const path = `/v1/messages?subjectId=${id}`
    const messages = await untilRecord(centre, path, (it) => JSON.stringify(it).includes('SENT'))
    expect(messages['data']).toContainEqual(expect.objectContaining({ status: 'SENT' }))
  })

  story('the demo centre starts with policies, an agent and an assistant', async (scene) => {
    const { site, expect } = scene
    const { data: policies } = await site.demo.get('/v1/cancellation-policies')
    expect(policies).toMatchObject([{ windows: [{ fee: { percent: 50 } }] }])
    const { data: agents } = await site.demo.get('/v1/agents')
    expect(agents).toMatchObject([{ publishedVersion: 1 }])
    const { id: assistantId } = await untilListed(site.demo, '/v1/ai/assistants')
    const question = 'Until when can we cancel free of charge?'
    const answer = await eventually('the answer of a document', async () => {
      const said = await site.demo.post('/v1/ai/knowledge/query', { assistantId, question })
      return said['answer'] !== null && said
    })
    expect(answer).toMatchObject({ citations: [{ title: 'cancellations.md' }] })
  })

  story('a centre in the wrong currency is told what is priced, and relabels it', async (scene) => {
    const { centre, expect } = scene
    const { serviceId } = await aPractice(centre)
    const { body } = await centre.send('PATCH', '/v1/organization', { currency: 'EUR' })
    expect(body).toMatchObject({ code: 'currency_in_use', prices: [{ id: serviceId }], orders: 0 })
    await centre.patch('/v1/organization', { currency: 'EUR', relabelPrices: true })
    const service = await centre.get(`/v1/services/${serviceId}`)
    expect(service).toMatchObject({ amount: 8500, currency: 'EUR' })
  })

  story('a location without figures stands among the figures with zeros', async (scene) => {
    const { centre, expect } = scene
    const { locationId } = await aPractice(centre)
    const { data } = await centre.get(
      `/v1/analytics/locations?startsOn=${day(-30)}&endsOn=${day(-1)}&granularity=TOTAL&metrics=NO_SHOWS`,
    )
    expect(data).toMatchObject([{ locationId, figures: [{ metric: 'NO_SHOWS', value: 0 }] }])
  })

  story('the API serves its own documents', async ({ site, expect }) => {
    const read = async (path: string) => (await fetch(`${site.api}${path}`)).text()
    expect(JSON.parse(await read('/openapi.json'))).toMatchObject({ openapi: '3.1.0' })
    expect(await read('/docs')).toContain('<html')
    expect(await read('/docs/guides')).toContain('Scheduling')
    expect(await read('/docs/changelog')).toContain('From 3.0.0 on')
    expect(await read('/docs/states')).toContain('PENDING_CONFIRMATION')
  })
}
