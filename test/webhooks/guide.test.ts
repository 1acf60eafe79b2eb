import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { RequestListener, Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { RETRY_DELAYS_MS } from '#webhooks/deliveries/rules.ts'
import { startProcesses, type Processes } from '../observability/platform.ts'
import { respond, startReceiver } from '../support/receivers.ts'
import { eventually } from '../workflows/support.ts'
import { keyCases, secretCases, type Case, type Genuine } from './guide/cases.ts'
import {
  compileJava,
  runJava,
  runNode,
  runPython,
  snippetsOf,
  writeSnippets,
  type Verdicts,
} from './guide/run-snippets.ts'
import { findJava, findPython } from './guide/toolchains.ts'

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const snippets = snippetsOf(page)
const [python, java] = await Promise.all([findPython(), findJava()])

const NEEDS_LIBRARY = /stripe|standard|python_v2/i

/** How to run a snippet here; a string states why it cannot be run. */
const runnerOf = (file: string): string | ((dir: string, cases: Case[]) => Promise<Verdicts>) => {
  const library = NEEDS_LIBRARY.test(file)
  if (file.endsWith('.mjs')) return (dir, cases) => runNode(dir, file, cases)
  const chain = file.endsWith('.py') ? python : java
  if (!chain) return `${file.endsWith('.py') ? 'Python' : 'a JDK'} is not here`
  if (library && !chain.libraries) return 'its libraries could not be had'
  if (file.endsWith('.py')) return (dir, cases) => runPython(python!, dir, file, cases)
  return (dir, cases) => runJava(java!, dir, file, cases)
}

describe('docs/webhooks.md', () => {
  const verifiers = [...snippets.keys()].filter((file) => /stripe|standard|hmac|v2/i.test(file))
  const stack = new AsyncDisposableStack()
  let processes: Processes
  let genuine: Genuine
  let dir: string

  beforeAll(async () => {
    dir = stack.use(writeSnippets(snippets)).dir
    const inJava = verifiers.filter((file) => file.endsWith('.java'))
    const runnable = inJava.filter((file) => typeof runnerOf(file) === 'function')
    if (java) await compileJava(java, dir, runnable)
    const receiver = stack.use(await startReceiver(respond(204)))
    processes = stack.use(await startProcesses({}))
    const { call, centre, platform, url } = processes
    const at = `${receiver.url}/hooks`
    const { body: endpoint } = await call<{ id: string; secret: string }>(
      'POST',
      '/v1/webhook-endpoints',
      { url: at, eventTypes: ['booking.created'], signatureSchemes: ['v1', 'v2'] },
    )
    const { childId, providerId } = centre
    const startsAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt }
    expect((await call('POST', '/v1/appointments', booking)).status).toBe(201)
    const request = await eventually(async () => receiver.requests[0])
    const published = await fetch(`${url}/.well-known/webhook-keys.json`)
    const { keys } = (await published.json()) as { keys: Genuine['keys'] }
    genuine = {
      request,
      secret: endpoint.secret,
      endpoint: { id: endpoint.id, url: at },
      keys,
      ed25519: await signingKeyObject(platform, 'webhook'),
    }
  })
  afterAll(() => stack.disposeAsync())

  test('verifies in three languages, by library, by HMAC and by public key', () => {
    expect(verifiers.toSorted()).toEqual(
      [
        ...['hmac', 'standard', 'stripe', 'v2'].flatMap((kind) => [
          `node-${kind}.mjs`,
          `python_${kind}.py`,
        ]),
        ...['Hmac', 'Standard', 'Stripe', 'V2'].map((kind) => `Java${kind}.java`),
      ].toSorted(),
    )
  })

  for (const file of verifiers) {
    const runner = runnerOf(file)
    const skipped = typeof runner === 'string'
    const title = `${file} takes real deliveries and refuses all others`
    test.skipIf(skipped)(skipped ? `${title} (skipped: ${runner})` : title, async () => {
      if (typeof runner === 'string') return
      const cases = /v2/i.test(file) ? keyCases(genuine) : secretCases(genuine)
      const verdicts = await runner(dir, cases)
      const said = cases.map(({ name }) => ({ name, ...verdicts[name] }))
      expect(said.map(({ name, accepted }) => ({ name, accepted }))).toEqual(
        cases.map(({ name, accepted }) => ({ name, accepted })),
      )
    })
  }

  test('is right about Svix: the same snippet works with the other library', async () => {
    const svix = snippets.get('node-standard.mjs')!.replace("'standardwebhooks'", "'svix'")
    using swapped = writeSnippets(new Map([['node-standard.mjs', svix]]))
    const cases = secretCases(genuine)
    const verdicts = await runNode(swapped.dir, 'node-standard.mjs', cases)
    for (const { name, accepted } of cases)
      expect([name, verdicts[name]?.accepted]).toEqual([name, accepted])
  })

  test('contains a receiver that returns 204 each time, stores one event, and refuses forgeries', async () => {
    const { createReceiver } = (await import(`${dir}/node-receiver.mjs`)) as {
      createReceiver: (options: object) => Server
    }
    const { verify } = (await import(`${dir}/node-hmac.mjs`)) as { verify: RequestListener }
    const owner = new pg.Client({ connectionString: processes.database.ownerUrl })
    await owner.connect()
    try {
      await owner.query('CREATE TEMPORARY TABLE received_events (id text PRIMARY KEY, body jsonb)')
      const firsts: boolean[] = []
      const remember = async (event: { id: string }) => {
        const { rows } = await owner.query(snippets.get('once.sql')!, [event.id, event])
        firsts.push(rows.length === 1)
      }
      const server = createReceiver({ verify, secret: genuine.secret, remember })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const [real, forged] = secretCases(genuine)
      const post = async ({ body, headers }: Case) => {
        const signature = headers['x-service-signature']!
        const answer = await fetch(`http://127.0.0.1:${port}`, {
          method: 'POST',
          body,
          headers: { 'x-service-signature': signature },
        })
        return answer.status
      }
      expect([await post(real!), await post(real!), await post(forged!)]).toEqual([204, 204, 400])
      expect(firsts).toEqual([true, false])
      server.close()
    } finally {
      await owner.end()
    }
  })

  test('shows the headers that are sent', () => {
    const { headers } = genuine.request
    const shown = [...page.matchAll(/^([\w-]+): /gm)].map(([, name]) => name!.toLowerCase())
    expect(shown.length).toBeGreaterThan(5)
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(shown))
    expect(headers['x-service-signature']).toMatch(
      /^t=\d{10},v1=[0-9a-f]{64},v2=[\w.-]+:[\w-]{86}$/,
    )
  })

  test('lists the actual retry schedule', () => {
    const [, row = ''] = /^\| after \| at once \|(.*)\|$/m.exec(page) ?? []
    const units = { s: 1_000, min: 60_000, h: 3_600_000 }
    const waits = row.split('|').map((cell) => {
      const [, count, unit] = /(\d+) (s|min|h)/.exec(cell) ?? []
      return Number(count) * units[unit as keyof typeof units]
    })
    expect(waits).toEqual(RETRY_DELAYS_MS)
  })

  test('names existing operations', () => {
    const paths = new Set(operations.map(({ path }) => path))
    const named = [...page.matchAll(/`(?:GET |POST )?(\/v1\/[\w/{}-]+)/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !paths.has(path))).toEqual([])
  })
})
