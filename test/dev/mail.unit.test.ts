import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { startMailCatcher } from '../../dev/mail-catcher.ts'
import { readConfig } from '../../worker/config.ts'
import { createSmtpMailer, MailUnavailable, type Mail } from '../../providers/mail/index.ts'

const mail: Mail = {
  id: 'msg_01m7zavmhde4es2ts9few7fzev',
  to: 'mara.weiss@example.com',
  fromName: 'Sunrise "Therapy" <b>',
  subject: 'Grüße, Łódź',
  text: 'Hello Mara',
  html: '<p>Hello Mara</p>',
  language: 'de',
}

test('an e-mail arrives unchanged, with a stable Message-ID', async () => {
  await using catcher = await startMailCatcher()
  await using mailer = createSmtpMailer({
    url: catcher.smtpUrl,
    from: 'care@example.org',
    requireTls: false,
  })
  const invitation = {
    filename: 'invite.ics',
    contentType: 'text/calendar; method=REQUEST',
    content: 'BEGIN:VCALENDAR',
  }
  expect(await mailer.send({ ...mail, attachments: [invitation] })).toEqual({ outcome: 'sent' })
  expect(await mailer.send(mail)).toEqual({ outcome: 'sent' })
  const [first, second] = catcher.mails
  expect(first).toMatchObject({
    messageId: '<msg_01m7zavmhde4es2ts9few7fzev@example.org>',
    from: 'care@example.org',
    to: ['mara.weiss@example.com'],
    subject: 'Grüße, Łódź',
    // Once beside the text for calendar programs, and once as a file.
    attachments: [
      { filename: '', contentType: 'text/calendar' },
      { filename: 'invite.ics', content: expect.stringContaining('VCALENDAR') },
    ],
  })
  expect(first!.text.trim()).toBe('Hello Mara')
  expect(first!.headers['auto-submitted']).toBe('auto-generated')
  expect(first!.headers['from']).toContain('Sunrise')
  expect(second!.messageId).toBe(first!.messageId)

  const page = await (await fetch(catcher.url)).text()
  expect(page).toContain('Grüße, Łódź')
  expect(page).toContain('<td>Sunrise')
  const message = await (await fetch(`${catcher.url}/messages/0`)).text()
  expect(message).toContain('Hello Mara')
  expect(message).toMatch(/<th>From<td>Sunrise.*&lt;care@example\.org>/)
  expect(await (await fetch(`${catcher.url}/messages`)).json()).toHaveLength(2)
  expect((await fetch(`${catcher.url}/messages/7`)).status).toBe(404)
})

test('a refused address is a result, and a busy or absent server throws an error without the address', async () => {
  const catcher = await startMailCatcher({
    refuse: (address) =>
      address.startsWith('gone')
        ? { code: 550, text: 'no such user' }
        : address.startsWith('busy')
          ? { code: 450, text: 'later' }
          : undefined,
  })
  await using mailer = createSmtpMailer({
    url: catcher.smtpUrl,
    from: 'care@example.org',
    requireTls: false,
  })
  expect(await mailer.send({ ...mail, to: 'gone@example.com' })).toEqual({
    outcome: 'rejected',
    what: 'address',
    code: 550,
  })
  const failures = [await failureOf(mailer.send({ ...mail, to: 'busy@example.com' }))]
  await catcher[Symbol.asyncDispose]()
  failures.push(await failureOf(mailer.send(mail)))
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(MailUnavailable)
    expect(`${(failure as Error).stack}`).not.toContain('example.com')
  }
})

test('a name or subject cannot inject a header', async () => {
  await using catcher = await startMailCatcher()
  await using mailer = createSmtpMailer({
    url: catcher.smtpUrl,
    from: 'care@example.org',
    requireTls: false,
  })
  await mailer.send({
    ...mail,
    fromName: 'Centre\r\nBcc: thief@example.com',
    subject: 'Hello\r\nBcc: thief@example.com',
  })
  expect(catcher.mails[0]!.to).toEqual(['mara.weiss@example.com'])
  expect(catcher.mails[0]!.headers['bcc']).toBeUndefined()
})

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a connection that requires encryption', () => {
  /** What the server received: commands, and whether the mail was encrypted. */
  const startServer = async (startTls: boolean) => {
    const secure: boolean[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: startTls ? [] : ['STARTTLS'],
      closeTimeout: 100,
      onMailFrom: (_address, session, done) => {
        secure.push(session.secure)
        done()
      },
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    const server = smtp.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      secure,
      // The certificate built into the server library.
      url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      strictUrl: `smtp://127.0.0.1:${port}`,
      async [Symbol.asyncDispose]() {
        const closed = once(server, 'close')
        smtp.close()
        await closed
      },
    }
  }
  const from = 'care@example.org'

  test('is encrypted if the server offers STARTTLS', async () => {
    await using server = await startServer(true)
    await using mailer = createSmtpMailer({ url: server.url, from, requireTls: true })
    expect(await mailer.send(mail)).toEqual({ outcome: 'sent' })
    expect(server.secure).toEqual([true])
  })

  test('sends nothing if the server does not, whatever its URL says', async () => {
    await using server = await startServer(false)
    for (const url of [
      server.url,
      `${server.url}&ignoreTLS=true`,
      `${server.url}&requireTLS=false`,
    ]) {
      await using mailer = createSmtpMailer({ url, from, requireTls: true })
      await expect(mailer.send(mail)).rejects.toThrow(MailUnavailable)
    }
    expect(server.secure).toEqual([])
    await using lenient = createSmtpMailer({ url: server.url, from, requireTls: false })
    expect(await lenient.send(mail)).toEqual({ outcome: 'sent' })
    expect(server.secure).toEqual([false])
  })

  test('sends nothing to a server with an untrusted certificate', async () => {
    await using server = await startServer(true)
    await using mailer = createSmtpMailer({ url: server.strictUrl, from, requireTls: true })
    await expect(mailer.send(mail)).rejects.toThrow(MailUnavailable)
    expect(server.secure).toEqual([])
  })

  test.each([
    ['smtp://mail.example.org:587', undefined, true],
    ['smtp://10.0.0.7', undefined, true],
    ['smtp://127.0.0.1:1025', undefined, false],
    ['smtp://[::1]:1025', undefined, false],
    ['smtp://localhost', undefined, false],
    ['smtp://mail.example.org', 'false', false],
    ['smtp://localhost', 'true', true],
  ])('for %s with SMTP_REQUIRE_TLS=%s: %s', (SMTP_URL, SMTP_REQUIRE_TLS, expected) => {
    const { mail: options } = readConfig({
      APP_DATABASE_URL: 'postgresql://app@127.0.0.1/therapy',
      SYSTEM_DATABASE_URL: 'postgresql://system@127.0.0.1/therapy',
      ENCRYPTION_KEYS: 'k1:x',
      FILES_LOCATION: '/files',
      SMTP_URL,
      ...(SMTP_REQUIRE_TLS !== undefined && { SMTP_REQUIRE_TLS }),
    })
    expect(options?.requireTls).toBe(expected)
  })
})
