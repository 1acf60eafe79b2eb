/** `GET /v1/invoices/{id}/invoice.pdf` with its e-invoice embedded, of 1 and of 100 lines. Goal: p95 at most 150 ms. */
import { accessToken, openCentre } from './support/centre.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'

const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }

const LINE = { description: 'Early intervention, 45 minutes', quantity: 2, unitAmount: 4_500 }

await using centre = await openCentre({ people: 1 })
await using api = await startServer('api/main.ts', centre.env)
const authorization = `Bearer ${await accessToken(api.url, centre)}`

const post = async (path: string, body: object): Promise<string> => {
  const answer = await fetch(api.url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

await post('/v1/legal-entities', {
  numberPrefix: 'BENCH',
  name: 'Sunrise Therapy GmbH',
  address: ADDRESS,
  email: 'billing@sunrise.example',
  vatId: 'DE123456789',
  iban: 'DE02120300000000202051',
})
const payerId = await post('/v1/payers', {
  kind: 'INSURER',
  name: 'Insurance North',
  address: ADDRESS,
})

const issued = async (lines: number): Promise<string> => {
  const orderId = await post('/v1/orders', {
    payerId,
    lines: Array.from({ length: lines }, () => ({ ...LINE })),
  })
  const id = await post('/v1/invoices', { orderIds: [orderId] })
  await post(`/v1/invoices/${id}/issue`, {})
  return id
}

for (const lines of [1, 100]) {
  const id = await issued(lines)
  // The first loads the libraries; the second run is what counts.
  for (const run of ['first', 'then']) {
    const { p50Ms, p95Ms } = await load(api.url, {
      requests: 40,
      concurrency: 1,
      expected: 200,
      make: () => ({
        method: 'GET',
        path: `/v1/invoices/${id}/invoice.pdf`,
        headers: { authorization },
      }),
    })
    console.log(`${lines} lines, ${run}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`)
  }
}
