import type { CaughtMail } from './caught-mail.ts'
/** A mail server on loopback that keeps all mail it receives and shows it on a page, with the caught texts. Nothing is forwarded. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { mailList, mailPage } from './mail-page.ts'
import {
  CATCHER_ACCOUNT,
  createTextCatcher,
  formOf,
  type TextCatcher,
  type TextCatcherOptions,
} from './text-catcher.ts'

export interface MailCatcher extends AsyncDisposable {
  /** The address for SMTP_URL. */
  smtpUrl: string
  /** The address for TEXTING_URL. */
  textingUrl: string
  /** Texts that were sent to it. */
  readonly texts: TextCatcher
  /** The page; `/messages` returns the same as JSON. */
  url: string
  /** Newest last. */
  readonly mails: readonly CaughtMail[]
  /** Called for every mail. */
  onMail: ((mail: CaughtMail) => void) | undefined
  /** Waits for the first matching mail. */
  waitFor(matches: (mail: CaughtMail) => boolean, timeoutMs?: number): Promise<CaughtMail>
}

export interface MailCatcherOptions {
  smtpPort?: number | undefined
  httpPort?: number | undefined
  /** How the server responds to an address: undefined accepts it; otherwise a code and a text. */
  refuse?: (address: string) => { code: number; text: string } | undefined
  /** What happens to texts. */
  texts?: TextCatcherOptions
}

/** More than anybody looks at; the oldest are dropped. */
const KEPT = 500
/** Senders keep their connections open; closing does not wait for them. */
const CLOSE_MS = 100

export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: CLOSE_MS,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = options.refuse?.(address)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: (stream, { envelope }, done) => {
      const keep = async () => {
        const chunks: Uint8Array[] = await stream.toArray()
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = await parsed(Buffer.concat(chunks), to)
        mails.push(mail)
        if (mails.length > KEPT) mails.shift()
        catcher.onMail?.(mail)
      }
      callbackify(keep)(done)
    },
  })
  const smtpServer = smtp.listen(options.smtpPort ?? 0, '127.0.0.1')
  await once(smtpServer, 'listening')
  const texts = createTextCatcher(options.texts)
  const http = createServer((request, response) => {
    void answer({ mails, texts }, request, response).catch(() => response.destroy())
  })
  http.listen(options.httpPort ?? 0, '127.0.0.1')
  await once(http, 'listening')
  const catcher: MailCatcher = {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtpServer)}`,
    url: `http://127.0.0.1:${portOf(http)}`,
    textingUrl: `http://${CATCHER_ACCOUNT.sid}:${CATCHER_ACCOUNT.token}@127.0.0.1:${portOf(http)}`,
    texts,
    mails,
    onMail: undefined,
    async waitFor(matches, timeoutMs = 20_000) {
      for (const deadline = Date.now() + timeoutMs; ; await sleep(20)) {
        const found = mails.find(matches)
        if (found) return found
        if (Date.now() > deadline) throw new Error(`No such mail within ${timeoutMs} ms`)
      }
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await Promise.all([once(http, 'close'), new Promise<void>((done) => smtp.close(done))])
    },
  }
  return catcher
}

const portOf = (server: { address: Server['address'] }) => (server.address() as AddressInfo).port

async function parsed(raw: Buffer, to: string[]): Promise<CaughtMail> {
  const email = await PostalMime.parse(raw)
  return {
    messageId: email.messageId ?? '',
    receivedAt: new Date().toISOString(),
    from: email.from?.address ?? '',
    fromName: email.from?.name ?? '',
    to,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map(({ filename, mimeType, content, contentId }) => ({
      filename: filename ?? '',
      contentType: mimeType,
      content: shown(content, mimeType),
      ...(contentId && { cid: contentId.replaceAll(/^<|>$/g, '') }),
    })),
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
  }
}

const shown = (content: string | ArrayBuffer | Uint8Array, mimeType: string): string => {
  if (typeof content === 'string') return content
  const bytes = Buffer.from(content as Uint8Array)
  return bytes.toString(mimeType.startsWith('image/') ? 'base64' : 'utf8')
}

interface Caught {
  mails: readonly CaughtMail[]
  texts: TextCatcher
}

async function answer(caught: Caught, request: IncomingMessage, response: ServerResponse) {
  if (await caught.texts.handle(request, response)) return
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://catcher')
  const text = caught.texts.texts.find(({ sid }) => pathname === `/texts/${sid}/reply`)
  if (request.method === 'POST' && text) {
    await caught.texts.reply(
      text,
      searchParams.get('body') ?? (await formOf(request))['body'] ?? '',
    )
    response.writeHead(303, { Location: '/' }).end()
  } else serve(caught, pathname, response)
}

/** Serves `/`, `/messages`, `/messages/<n>` and `/texts`. The content security policy blocks scripts in mails. */
function serve({ mails, texts }: Caught, path: string, response: ServerResponse): void {
  const answer = (type: string, body: string, status = 200) =>
    response
      .writeHead(status, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
      })
      .end(body)
  const mail = mails[Number(/^\/messages\/(\d+)$/.exec(path)?.[1] ?? NaN)]
  if (path === '/') answer('text/html', mailList(mails, texts.texts))
  else if (path === '/texts') answer('application/json', JSON.stringify(texts.texts))
  else if (path === '/messages') answer('application/json', JSON.stringify(mails))
  else if (mail) answer('text/html', mailPage(mail))
  else answer('text/plain', 'No such page', 404)
}
