import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { SMTPServer } from 'smtp-server'

interface CountingMailServer extends AsyncDisposable {
  smtpUrl: string
  /** How many mails were accepted since the last {@link take}. */
  count: () => Promise<number>
  /** Ends the count. */
  take: () => Promise<CountedMails>
}

interface CountedMails {
  /** When each was accepted, in epoch milliseconds. */
  acceptedAt: number[]
  /** How many had the `Message-ID` of another. */
  copies: number
}

type Question = 'count' | 'take'

/** A mail server that counts mails and keeps none, in a thread of its own: it delays nobody who measures. */
export const startCountingMailServer = async (): Promise<CountingMailServer> => {
  const thread = new Worker(new URL(import.meta.url))
  const answer = async <Answer>(question?: Question) => {
    const answered = once(thread, 'message') as Promise<[Answer]>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    if (question) thread.postMessage(question)
    return (await answered)[0]
  }
  const port = await answer<number>()
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    count: () => answer<number>('count'),
    take: () => answer<CountedMails>('take'),
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}

const MESSAGE_ID = /^Message-ID: *(<[^>]+>)/im

const serve = async (port: NonNullable<typeof parentPort>) => {
  let acceptedAt: number[] = []
  const ids = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      const count = async () => {
        const text = Buffer.concat(await stream.toArray()).toString('latin1')
        ids.add(MESSAGE_ID.exec(text)?.[1] ?? '')
        acceptedAt.push(Date.now())
      }
      callbackify(count)(done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  port.on('message', (question: Question) => {
    if (question === 'count') return port.postMessage(acceptedAt.length)
    port.postMessage({ acceptedAt, copies: acceptedAt.length - ids.size } satisfies CountedMails)
    acceptedAt = []
    ids.clear()
  })
  port.postMessage((listening.address() as AddressInfo).port)
}

if (!isMainThread && parentPort) await serve(parentPort)
