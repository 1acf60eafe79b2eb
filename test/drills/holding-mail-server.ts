import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps the ids of messages, and can hold its answers. */
export interface HoldingMailServer extends AsyncDisposable {
  smtpUrl: string
  /** The message of each accepted mail, in order: one for each copy. Its id is the `Message-ID`. */
  readonly accepted: readonly string[]
  /** From now on mails are accepted, but the sender does not learn of it. */
  hold: () => void
  /** Answers all, and from now on at once. */
  letGo: () => void
}

const MESSAGE_ID = /^Message-ID: *<([^@>]+)@/im
/** Senders keep their connections open; closing does not wait for them. */
const CLOSE_MS = 100

export const startHoldingMailServer = async (): Promise<HoldingMailServer> => {
  const accepted: string[] = []
  let held: PromiseWithResolvers<void> | undefined
  const letGo = () => {
    held?.resolve()
    held = undefined
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: CLOSE_MS,
    onData: (stream, _session, done) => {
      const keep = async () => {
        const text = Buffer.concat(await stream.toArray()).toString('latin1')
        accepted.push(MESSAGE_ID.exec(text)?.[1] ?? '')
        await held?.promise
      }
      callbackify(keep)(done)
    },
  })
  // Senders are killed in the middle of a mail.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    smtpUrl: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    accepted,
    hold: () => {
      held ??= Promise.withResolvers()
    },
    letGo,
    [Symbol.asyncDispose]: async () => {
      letGo()
      await new Promise<void>((closed) => server.close(closed))
    },
  }
}
