import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { z } from 'zod'
import { CLIENT_ID } from '#staff/delegated-keys/client-id.ts'
import { answering } from '../answer.ts'
import { Refused, unreachable } from '../api-call.ts'
import { publicUrl } from '../config.ts'
import { UsageError } from '../failure.ts'
import { keepKey, originOf } from '../kept-keys.ts'
import { example } from '../options.ts'

const WAITED_FOR_MS = 5 * 60_000

interface Options {
  url?: string
  scopes?: string
  name?: string
  copy?: boolean
}

export const login = (parent: Command): Command =>
  parent
    .command('login')
    .description(
      'Opens your browser, where you allow this command line to act for you within your roles, until a time that you choose. `therapy api` then calls the API as you.',
    )
    .option('--url <url>', 'public URL of the platform (default: that of bin/up)')
    .option('--scopes <list>', 'space-separated scopes out of your own (default: all)')
    .option('--name <text>', 'name in the list of your sessions (default: this machine)')
    .option('--copy', 'for a machine without a browser: open the page anywhere, and copy its code')
    .addHelpText('after', example('login', 'login --scopes "bookings children.read" --copy'))
    .action(
      answering(async ({ url, scopes, name = `therapy on ${hostname()}`, copy }: Options) => {
        const platform = originOf(url ?? publicUrl())
        const asked = { name, ...(scopes !== undefined && { scope: scopes }) }
        const { token, expiresAt } = await (copy ? byCopying : byReturning)(platform, asked)
        await keepKey({ url: platform, token, expiresAt })
        return {
          data: { url: platform, expiresAt },
          text: `Logged in to ${platform} until ${expiresAt}. Try \`therapy whoami\`.`,
        }
      }),
    )

type Asked = Record<string, string>

/** RFC 8252 §7.3: the browser returns to a local port. */
const byReturning = async (platform: string, asked: Asked): Promise<Issued> => {
  await using server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const state = randomBytes(16).toString('base64url')
  const secret = newVerifier()
  const came = answerOf(server, state)
  sayWhere(authorizationUrl(platform, secret, { ...asked, redirect_uri: redirectUri, state }))
  const code = await came
  return exchange(platform, { code, code_verifier: secret, redirect_uri: redirectUri })
}

const byCopying = async (platform: string, asked: Asked): Promise<Issued> => {
  const secret = newVerifier()
  sayWhere(authorizationUrl(platform, secret, asked))
  process.stderr.write('Code: ')
  const code = await readLine()
  if (code === '') throw new UsageError('No code was given. Run `therapy login --copy` again.')
  return exchange(platform, { code, code_verifier: secret })
}

/** Reads a line. Returns an empty string if there is no input. */
const readLine = async (): Promise<string> => {
  const lines = createInterface(process.stdin)
  try {
    const { value } = await lines[Symbol.asyncIterator]().next()
    return value?.trim() ?? ''
  } finally {
    lines.close()
  }
}

/**
 * Waits for the code that the browser brings back. A request without our state belongs to another login and is
 * refused.
 */
const answerOf = (server: Server, state: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      reject(new Refused('The login timed out after five minutes. Run `therapy login` again.'))
    }, WAITED_FOR_MS)
    server.on('request', (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOurs = searchParams.get('state') === state
      const code = searchParams.get('code')
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' })
      response.end(isOurs ? 'Done. You can close this page and go back to the terminal.\n' : '')
      if (!isOurs) return
      clearTimeout(tooLate)
      if (code === null) reject(new Refused('The login was refused in the browser.'))
      else resolve(code)
    })
  })

const newVerifier = () => randomBytes(32).toString('base64url')

const authorizationUrl = (platform: string, verifier: string, asked: Asked): string => {
  const url = new URL('/oauth/authorize', platform)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...asked,
  }).toString()
  return url.href
}

const sayWhere = (url: string): void => {
  process.stderr.write(`Open this in your browser and allow access:\n\n  ${url}\n\n`)
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

interface Issued {
  token: string
  expiresAt: string
}

const exchange = async (platform: string, proof: Asked): Promise<Issued> => {
  const response = await fetch(new URL('/oauth/token', platform), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      ...proof,
    }),
  }).catch(() => {
    throw unreachable(platform)
  })
  const body: unknown = await response.json()
  if (!response.ok) {
    const { detail } = z.object({ detail: z.string() }).parse(body)
    throw new Refused(detail)
  }
  const { access_token: token, expires_in: seconds } = Token.parse(body)
  return { token, expiresAt: new Date(Date.now() + seconds * 1_000).toISOString() }
}
