/** The platform as started by `bin/up`, and its outside parties, all as real processes and servers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { root } from '../../../dev/paths.ts'
import type { CaughtText } from '../../../dev/text-catcher.ts'
import { startHost, type CommandHost } from '../../cli/therapy.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts'
import { LONGEST_WAIT_MS } from '../../support/waits.ts'
import { centreOf, type Centre, type Credentials } from './centre.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhooks.ts'
import { MAIL_EVENTS_SECRET } from '../../support/signed-texts.ts'

export interface Site extends AsyncDisposable {
  /** Address of the API. */
  api: string
  /** The demo centre created by `bin/up`. */
  demo: Centre
  models: ModelServer
  stripe: StripeServer
  receiver: WebhookReceiver
  /** The environment of the processes, for the command line. */
  env: Record<string, string>
  /** Runs `bin/therapy` and parses its JSON output. */
  therapy: <Answer = Record<string, unknown>>(...args: string[]) => Promise<Answer>
  /** A new test centre and its first key. */
  openCentre: (...options: string[]) => Promise<Centre>
  /** Waits for the first e-mail to an address that contains the given text. */
  mailTo: (address: string, about?: string) => Promise<Mail>
  /** Waits for the first text to a number that contains the given words. */
  textTo: (number: string, about: string) => Promise<CaughtText>
  /** Answers a text as the family. */
  answerText: (text: CaughtText, body: string) => Promise<void>
  /** The e-mails to an address until now. */
  mailsTo: (address: string) => Promise<Mail[]>
}

export interface Mail {
  to: string[]
  subject: string
  text: string
  html: string
  attachments: { filename: string; content: string; cid?: string }[]
}

interface Summary extends Credentials {
  api: string
  mail: string
}

export const startSite = async (): Promise<Site> => {
  await using starting = new AsyncDisposableStack()
  const [models, stripe, receiver] = await Promise.all([
    startModelServer(),
    startStripeServer(),
    startWebhookReceiver(),
  ])
  for (const server of [models, stripe, receiver]) starting.use(server)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'therapy-acceptance-'))
  starting.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const up = starting.use(
    await startUp(dataDir, {
      AI_MODEL_HOSTS: models.host,
      STRIPE_API_URL: stripe.url,
      MAIL_EVENTS_SECRET,
    }),
  )
  const host = starting.use(startHost())
  const env = parseEnv(readFileSync(path.join(dataDir, 'env'), 'utf8')) as Record<string, string>
  const therapy = commandsOf(host, env)
  const { api, mail } = up.summary
  const owned = starting.move()
  const mailsTo = async (address: string): Promise<Mail[]> => {
    const mails = (await (await fetch(`${mail}/messages`)).json()) as Mail[]
    return mails.filter(({ to }) => to.includes(address))
  }
  let centres = 0
  return {
    api,
    demo: await centreOf(api, up.summary),
    models,
    stripe,
    receiver,
    env,
    therapy,
    openCentre: async (...options) => {
      const name = `Centre ${(centres += 1)}`
      const terms = ['--test', '--currency', 'USD', '--time-zone', 'America/New_York']
      const credentials = await therapy<Credentials>(
        'tenant',
        'create',
        '--name',
        name,
        ...terms,
        ...options,
      )
      const centre = await centreOf(api, credentials)
      // Stories run at any hour, but e-mails between 21:00 and 07:00 in New York would wait for the morning.
      await centre.patch('/v1/message-settings', { quietHours: null })
      return centre
    },
    mailTo: (address, about = '') =>
      eventually(`an e-mail to ${address}`, async () => {
        const mails = await mailsTo(address)
        return mails.find(({ subject, text }) => subject.includes(about) || text.includes(about))
      }),
    textTo: (number, about) =>
      eventually(`a text to ${number}: ${about}`, async () => {
        const texts = (await (await fetch(`${mail}/texts`)).json()) as CaughtText[]
        return texts.find(({ to, body }) => to === number && body.includes(about))
      }),
    answerText: async ({ sid }, body) => {
      await fetch(`${mail}/texts/${sid}/reply`, {
        method: 'POST',
        body: new URLSearchParams({ body }),
        redirect: 'manual',
      })
    },
    mailsTo,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Variables that would make bin/up use other servers. */
const ELSEWHERE = /^(TEMPORAL_|DATABASE_URL|APP_DATABASE_URL|SYSTEM_DATABASE_URL)/

const startUp = async (dataDir: string, given: Record<string, string>) => {
  const own = Object.entries(process.env).filter(([name]) => !ELSEWHERE.test(name))
  const up = spawn(path.join(root, 'bin', 'up'), ['--json', '--data', dataDir], {
    env: { ...Object.fromEntries(own), ...given },
  })
  let said = ''
  up.stderr.on('data', (chunk) => (said += String(chunk)))
  const exited = once(up, 'exit')
  const [line] = (await Promise.race([once(createInterface(up.stdout), 'line'), exited])) as [
    unknown,
  ]
  if (typeof line !== 'string') throw new Error(`bin/up did not start:\n${said}`)
  return {
    summary: JSON.parse(line) as Summary,
    [Symbol.asyncDispose]: async () => {
      up.kill('SIGTERM')
      await exited
    },
  }
}

const commandsOf =
  (host: CommandHost, env: Record<string, string>) =>
  async <Answer>(...args: string[]): Promise<Answer> => {
    const { code, stdout, stderr } = await host.therapy(env, '--json', ...args)
    if (code !== 0) throw new Error(`therapy ${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as Answer
  }

const POLL_MS = 400

/** Polls until the platform has done its part. */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
): Promise<T> => {
  for (const since = Date.now(); Date.now() - since < LONGEST_WAIT_MS;) {
    const found = await ask()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`Waited ${LONGEST_WAIT_MS / 1_000} s in vain for ${what}`)
}
