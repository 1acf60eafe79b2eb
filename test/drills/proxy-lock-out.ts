import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { freePort } from '../../dev/ports.ts'
import { startService } from '../../dev/services.ts'
import { environmentWithoutTemporal } from '../../dev/temporal.ts'
import { createCredentials, openCentre } from './centre.ts'
import type { Credentials } from './client.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import type { Site } from './site.ts'

/** Addresses of callers at the proxy, which reaches the API from 127.0.0.1. */
const ATTACKER = '127.0.0.2'
const CENTRES = ['127.0.0.3', '127.0.0.4']
const PROXY = '127.0.0.1'

/** The failures allowed per address in ten minutes and in one. */
const FAILURES = { throttled: 100, usedUp: 600 }
const LANES = 6
/** Fewer per second than the API examines for an address over its limit. */
const PAUSE_MS = 80
/** By then the address has reached its limit, in milliseconds. */
const LONGEST_MS = 120_000

export const proxyLockOut: Drill = {
  name: 'proxy-lock-out',
  what: 'one caller sends wrong secrets through a proxy that all centres share',
  quick: true,
  run: async (run) => {
    const { site, random, quick } = run
    const ledger = new Ledger()
    const credentials: Credentials[] = []
    for (const _ of CENTRES) {
      await using centre = await openCentre({ site, ledger, random })
      credentials.push(await createCredentials(centre.ctx))
    }
    for (const ranges of ['none', `${PROXY}/32`])
      await attack(run, { ranges, credentials, signIns: quick ? 10 : 100 })
  },
}

interface Attack {
  /** TRUSTED_PROXY_RANGES of the API. */
  ranges: string
  credentials: readonly Credentials[]
  /** Per centre. */
  signIns: number
}

const attack = async (run: DrillRun, { ranges, credentials, signIns }: Attack): Promise<void> => {
  const { site, count, holds, say } = run
  say(`TRUSTED_PROXY_RANGES=${ranges}`)
  await using api = await openApi(site, ranges)
  await using proxy = await openProxy(api.port)
  await using attacker = caller(ATTACKER, proxy.port)
  const refused: Answer[] = []
  const over = new AbortController()
  const guess = () => attacker.signIn({ clientId: 'key_guess', clientSecret: 'sk_guess' })
  const lane = async () => {
    while (!over.signal.aborted) {
      refused.push(await guess())
      if (refused.length > FAILURES.usedUp + LANES) await sleep(PAUSE_MS)
    }
  }
  const lanes = Array.from({ length: LANES }, lane)
  const deadline = performance.now() + LONGEST_MS
  while (refused.length < FAILURES.usedUp + 2 * LANES && performance.now() < deadline)
    await sleep(100)
  holds(`${ranges}: the attack got through`, refused.length > FAILURES.usedUp, refused.length)

  const answers = await Promise.all(
    credentials.map(async (it, index) => {
      await using centre = caller(CENTRES[index]!, proxy.port)
      const own: Answer[] = []
      for (let times = 0; times < signIns; times += 1) own.push(await centre.signIn(it))
      const wrong = await centre.signIn({ ...it, clientSecret: 'sk_typo' })
      return { own, wrong }
    }),
  )
  over.abort()
  await Promise.all(lanes)

  const own = answers.flatMap((it) => it.own)
  const locked = own.filter(({ status }) => status !== 200)
  count(`${ranges}: wrong secrets`, refused.length)
  count(`${ranges}: right secrets beside them`, own.length)
  holds(`${ranges}: every right secret signs in`, locked.length === 0, locked.slice(0, 2))
  const served = refused.filter(({ status }) => status !== 401 && status !== 429)
  holds(`${ranges}: no wrong one does, and none is a 5xx`, served.length === 0, served.slice(0, 2))
  const throttled = refused.filter(({ status }) => status === 429)
  const told = refused.length - throttled.length
  holds(`${ranges}: wrong ones are throttled`, told <= FAILURES.throttled, told)
  const mute = throttled.filter(({ retryAfter }) => !(retryAfter > 0))
  holds(`${ranges}: every 429 says when to come back`, mute.length === 0, mute.slice(0, 2))
  // A caller's address has its own limit only if the proxy is trusted.
  const expected = ranges === 'none' ? 429 : 401
  const typos = answers.map(({ wrong }) => wrong.status)
  holds(
    `${ranges}: a centre's own mistake gets ${expected}`,
    typos.every((status) => status === expected),
    typos,
  )
}

/** An API process on the site's database with another proxy setting. */
const openApi = async (site: Site, ranges: string) => {
  const port = await freePort()
  const api = await startService({
    name: 'api-behind-proxy',
    entry: 'api/main.ts',
    port,
    env: { ...environmentWithoutTemporal(), ...site.env, TRUSTED_PROXY_RANGES: ranges },
    logFile: path.join(site.dir, 'api-behind-proxy.log'),
    onSpawn: () => undefined,
  })
  return { port, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

/** Forwards to the API with the caller's address, like a load balancer. */
const openProxy = async (apiPort: number) => {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers, socket } = incoming
    const before = headers['x-forwarded-for']
    const from = [before, socket.remoteAddress].filter(Boolean).join(', ')
    const onward = forward(
      {
        host: PROXY,
        port: apiPort,
        method,
        path: url,
        headers: { ...headers, 'x-forwarded-for': from },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, PROXY)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Answer {
  status: number
  retryAfter: number
}

/** A user who signs in from their own address. */
const caller = (localAddress: string, port: number) => {
  const agent = new Agent({ connections: LANES, localAddress })
  return {
    signIn: async ({
      clientId,
      clientSecret,
    }: Pick<Credentials, 'clientId' | 'clientSecret'>): Promise<Answer> => {
      const { statusCode, headers, body } = await request(`http://${PROXY}:${port}/oauth/token`, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      })
      await body.text()
      return { status: statusCode, retryAfter: Number(headers['retry-after'] ?? 0) }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}
