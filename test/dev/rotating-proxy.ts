import { startReceiver, type Receiver } from '../support/receivers.ts'

const PASSED = ['authorization', 'content-type', 'idempotency-key']

/**
 * Forwards calls to an API. Before a matching POST it rotates the secret of the last registered webhook
 * endpoint: later deliveries have two signatures, and the receiver knows the older secret.
 */
export function startRotatingProxy(api: string, rotatesBefore: RegExp): Promise<Receiver> {
  let endpointId = ''
  return startReceiver(async (response, { headers: sent, path, body }) => {
    const { method = '' } = response.req
    const headers = Object.fromEntries(
      PASSED.flatMap((name) => (sent[name] ? [[name, String(sent[name])]] : [])),
    )
    if (method === 'POST' && rotatesBefore.test(path)) {
      const { authorization = '' } = headers
      const rotated = await fetch(`${api}/v1/webhook-endpoints/${endpointId}/rotate-secret`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
      if (!rotated.ok) throw new Error(`Not rotated: ${await rotated.text()}`)
    }
    const answer = await fetch(api + path, {
      method,
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    if (method === 'POST' && path === '/v1/webhook-endpoints')
      ({ id: endpointId } = JSON.parse(text) as { id: string })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(text)
  })
}
