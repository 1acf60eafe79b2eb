import { z } from 'zod'
import { longTime, zoneName } from '../../locales/times.ts'
import { calendarEntries } from '../invitation.ts'
import { appointmentNotice } from './appointment-notice.ts'
import { defineTemplate } from './define-template.ts'

const { firstName: _, ...ofOne } = appointmentNotice.variables.shape
const Item = z.strictObject(ofOne)
const { firstName: __, ...example } = appointmentNotice.example

export const appointmentNotices = defineTemplate('appointment.notices', {
  description:
    'Sent instead of several e-mails when several appointments are booked, moved or cancelled at once, such as the dates of a series, to the child’s legal guardians.',
  variables: z.strictObject({ firstName: z.string(), items: z.array(Item).min(1) }),
  example: {
    firstName: 'Mara',
    items: [
      example,
      {
        ...example,
        notice: 'moved',
        startsAt: '2026-12-08T10:00:00+01:00',
        endsAt: '2026-12-08T10:45:00+01:00',
      },
    ],
  },
  toFamilies: true,
  paragraphs: ['text'],
  values: ({ items }) => ({ items: null, count: items.length }),
  table: ({ items }, { say, language }) => [
    [say('what'), say('who'), say('when'), say('where')],
    ...items
      .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
      .map(({ notice, childName, startsAt, timeZone, locationName, meetingUrl }) => [
        say(notice),
        childName,
        `${longTime(startsAt, timeZone, language)} (${zoneName(startsAt, timeZone, language)})`,
        meetingUrl ?? locationName,
      ]),
  ],
  attachments: ({ items }, language, envelope) => {
    const entries = items.filter(({ withCalendar }) => withCalendar)
    return entries.length > 0
      ? [
          calendarEntries(
            entries.map((item) => ({ ...item, cancelled: item.notice === 'cancelled' })),
            language,
            envelope,
          ),
        ]
      : []
  },
})

/** The variables of one e-mail instead of several notices. */
export const inOneNotice = (
  notices: readonly unknown[],
): z.output<typeof appointmentNotices.variables> => {
  const all = notices.map((variables) => appointmentNotice.variables.parse(variables))
  return {
    firstName: all[0]!.firstName,
    items: all.map(({ firstName: ___, ...item }) => item),
  }
}
