import type { Centre } from '../support/centre.ts'
import { aFamily, anAppointment, aPractice, untilListed, untilRecord } from '../support/records.ts'
import { eventually } from '../support/site.ts'
import { signedMailEvents } from '../../support/signed-texts.ts'
import type { Story } from '../support/story.ts'

/** Stories about texts, with the provider on loopback on which somebody answers as the family. */

const aNumber = (prefix: string) =>
  `${prefix}${`${Math.floor(Math.random() * 1e8)}`.padStart(8, '0')}`

/** A centre that sends reminders by SMS, and a guardian who agreed to them on a form. */
const remindedByText = async (centre: Centre) => {
  const number = aNumber('+1646')
  await centre.patch('/v1/message-settings', { smsSender: aNumber('+1212') })
  await centre.post('/v1/reminder-policies', { textChannels: ['SMS'] })
  const family = await aFamily(centre)
  await centre.patch(`/v1/clients/${family.clientId}`, { phone: number })
  const consent = { clientId: family.clientId, channel: 'SMS', status: 'OPTED_IN', source: 'FORM' }
  await centre.post('/v1/channel-consents', consent)
  const practice = await aPractice(centre)
  const remindOfAnother = async (days: number) => {
    const { id } = await anAppointment(centre, { ...practice, ...family }, days)
    const { id: followUpId } = await untilListed(
      centre,
      `/v1/follow-ups?subjectId=${id}&kind=APPOINTMENT_LIFECYCLE`,
    )
    await centre.post(`/v1/follow-ups/${followUpId}/steps/reminder-48h/run-now`)
    return id as string
  }
  return { ...family, ...practice, number, remindOfAnother }
}

export const textStories = (story: Story): void => {
  story('a family confirms by answering a text, and is not texted after a STOP', async (scene) => {
    const { site, centre, expect } = scene
    const { clientId, email, number, remindOfAnother } = await remindedByText(centre)
    const first = await remindOfAnother(20)
    const text = await site.textTo(number, 'Reply C to confirm')
    // The centre is in New York: 2026-12-09 is not the twelfth of September.
    expect(text.body).toMatch(/\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2} [AP]M/)
    await untilRecord(centre, `/v1/appointments/${first}/messages`, ({ messages }) =>
      messages.some((it: { text: string }) => it.text.endsWith('was told by SMS')),
    )
    await untilRecord(
      centre,
      `/v1/messages/${(await untilListed(centre, `/v1/messages?subjectId=${first}&channel=SMS`))['id']}`,
      ({ deliveredAt, cost }) => deliveredAt !== null && cost?.currency === 'USD',
    )
    await site.answerText(text, 'C')
    await untilRecord(centre, `/v1/appointments/${first}`, (it) => it['familyConfirmedAt'] !== null)
    await site.textTo(number, 'Your appointment is confirmed')

    await site.answerText(text, 'Can we bring his sister?')
    const task = await untilListed(centre, `/v1/tasks?subjectId=${clientId}`)
    expect(task['notes']).toBe('Can we bring his sister?')

    await site.answerText(text, 'STOP')
    await site.textTo(number, 'no more texts')
    const second = await remindOfAnother(21)
    await site.mailTo(email, 'Reminder')
    const skipped = await untilListed(centre, `/v1/messages?subjectId=${second}&channel=SMS`)
    expect(skipped).toMatchObject({ status: 'SKIPPED', reason: 'opted_out' })
    const { channels } = await centre.get(`/v1/clients/${clientId}/channels`)
    expect(channels).toContainEqual(
      expect.objectContaining({ channel: 'SMS', consent: 'OPTED_OUT', notSentOptedOut: 1 }),
    )

    await site.answerText(text, 'START')
    await eventually('the consent', async () => {
      const { data } = await centre.get(`/v1/channel-consents?clientId=${clientId}`)
      return data[0].status === 'OPTED_IN' && data.length === 3
    })
  })

  story('an e-mail that comes back is shown, and goes out as a text', async (scene) => {
    const { site, centre, expect } = scene
    const { clientId, email, number, ...about } = await remindedByText(centre)
    const channels = { 'appointment.notice': ['EMAIL', 'SMS'] }
    await centre.patch('/v1/message-settings', { channels, holdMinutes: 0 })
    const { id } = await anAppointment(centre, about, 20)
    await centre.post(`/v1/appointments/${id}/cancel`, { initiator: 'PROVIDER', reason: 'Ill' })
    await site.mailTo(email, 'cancelled')
    const sent = await untilListed(centre, `/v1/messages?subjectId=${id}&channel=EMAIL&status=SENT`)

    const bounced = signedMailEvents([{ messageId: sent['id'], type: 'BOUNCED' }], new Date())
    const answer = await fetch(`${site.api}${bounced.path}`, bounced)
    expect([answer.status, await answer.json()]).toEqual([200, { accepted: 1, ignored: 0 }])
    await site.textTo(number, 'cancelled')
    const seen = await centre.get(`/v1/clients/${clientId}/channels`)
    expect(seen.channels).toContainEqual(
      expect.objectContaining({ channel: 'EMAIL', addressStatus: 'BOUNCED', canReach: false }),
    )
    const { data } = await centre.get('/v1/worklist')
    const title = 'somebody was not reached: it was returned as undeliverable'
    expect(data).toMatchObject([{ kind: 'FOLLOW_UP_STEP', subjectId: id, title }])

    await centre.post(`/v1/clients/${clientId}/confirm-address`, { channel: 'EMAIL' })
    const { channels: again } = await centre.get(`/v1/clients/${clientId}/channels`)
    expect(again).toContainEqual(expect.objectContaining({ channel: 'EMAIL', canReach: true }))
  })
}
