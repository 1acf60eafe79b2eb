import { expect, test } from 'vitest'
import { startMailCatcher } from '../../dev/mail-catcher.ts'
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

test('an e-mail arrives as it was meant, with a Message-ID that repeats', async () => {
  await using catcher = await startMailCatcher()
  await using mailer = createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org' })
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
    // Once beside the text, for calendar programs, and once as a file.
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
  expect(await (await fetch(`${catcher.url}/messages/0`)).text()).toContain('Hello Mara')
  expect(await (await fetch(`${catcher.url}/messages`)).json()).toHaveLength(2)
  expect((await fetch(`${catcher.url}/messages/7`)).status).toBe(404)
})

test('a refused address is an answer; a busy or absent server is thrown without the address', async () => {
  const catcher = await startMailCatcher({
    refuse: (address) =>
      address.startsWith('gone')
        ? { code: 550, text: 'no such user' }
        : address.startsWith('busy')
          ? { code: 450, text: 'later' }
          : undefined,
  })
  await using mailer = createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org' })
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

test('a header cannot be smuggled in by a name or a subject', async () => {
  await using catcher = await startMailCatcher()
  await using mailer = createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org' })
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
