import { z } from 'zod'
import { countFigures } from '#analytics/figures/count-figures.ts'
import { csvOf } from '#analytics/figures/export-location-analytics-csv.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { roleName } from '#staff/users/schemas.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { assertKnown } from '../assert-known.ts'
import { defineAction, done, skipped } from '../action.ts'
import { analyticsQuery, withFiguresQuestion } from '../figures-question.ts'
import { figureLines } from '../figure-lines.ts'
import { readersOf } from '../readers-of.ts'
import { described } from './described.ts'
import { OwnWords } from './own-words.ts'

const title = 'E-mail figures to people of the centre'

const MailFigures = withFiguresQuestion({
  subject: OwnWords.shape.subject,
  text: OwnWords.shape.text.nullable().default(null).meta({
    description: 'Text above the figures; null for none.',
  }),
  userIds: z
    .array(idOf('user'))
    .max(20)
    .default([])
    .meta({ description: 'Users to whom the figures are sent.' }),
  roles: z
    .array(roleName)
    .max(20)
    .default([])
    .meta({ description: 'Roles to whose users the figures are also sent.' }),
})
type MailFigures = z.infer<typeof MailFigures>

export const mailFigures = defineAction({
  name: 'mail_figures',
  title,
  description:
    'E-mails metrics of the last whole days, weeks, months or quarters, as a table and a spreadsheet file. Only users who are allowed to read these figures get the e-mail.',
  parameters: MailFigures,
  needs: ['analytics:read', 'messages:write'],
  writesToPeople: false,
  approval: 'NONE',
  preview: async (reader, parameters) => {
    const { recipients, figures } = await addressed(reader, parameters)
    const { subject, metrics } = parameters
    const { startsOn, endsOn } = figures
    const to = recipients.map(({ id }) => id)
    return described(reader, title, { to, subject, metrics, startsOn, endsOn })
  },
  recipients: async (reader, parameters) =>
    (await addressed(reader, parameters)).recipients.map(({ id }) => id),
  perform: async (tx, parameters, { idempotencyKey }) => {
    const { recipients, figures } = await addressed(tx, parameters)
    const [first] = recipients
    if (!first) return skipped('not sent: nobody_who_may_see_it', null)
    const lines = await figureLines(tx, figures)
    if (lines.length > MOST_LINES)
      throw invalid(
        'parameters.groupBy',
        'too_many',
        `The e-mail would have ${lines.length} figures; the maximum is ${MOST_LINES}. Request fewer metrics, groups or periods.`,
      )
    const { subject, text } = parameters
    const { startsOn, endsOn } = figures
    const csv = new TextDecoder().decode(csvOf(figures))
    const shown = lines.slice(0, MOST_SHOWN)
    for (const recipient of recipients)
      await queueMessage(tx, {
        template: 'analytics.report',
        variables: {
          firstName: recipient.firstName,
          subject,
          text,
          startsOn,
          endsOn,
          lines: shown,
          csv,
        },
        recipient,
        subject: { type: 'user', id: recipient.id },
        dedupeKey: `${idempotencyKey}/${recipient.id}`,
      })
    const outcome = `e-mail to ${recipients.length} user${recipients.length === 1 ? '' : 's'}`
    return done(outcome, { type: 'user', id: first.id })
  },
})

/** Maximum number of figures in one e-mail. */
const MOST_LINES = 2_000
/** Maximum number of rows in the e-mail itself; further rows are only in the attachment. */
const MOST_SHOWN = 200

/** The figures for each recipient, limited to those that the recipient could request. */
const addressed = async (reader: Reader, parameters: MailFigures) => {
  const { userIds, roles, subject: _, text: __, ...question } = parameters
  const { locationIds, providerIds, serviceIds, payerIds } = question
  await assertKnown(reader, { userIds, roles, locationIds, providerIds, serviceIds, payerIds })
  const { defaultTimeZone } = await loadTenantSettings(reader)
  const query = analyticsQuery(question, dateIn(reader.now, defaultTimeZone))
  const { ids, withholding } = await readersOf(reader, query, { userIds, roles })
  const figures = await countFigures(reader, query, { withholding })
  const recipients: Recipient[] = []
  for (const id of ids) {
    const recipient = await findRecipient(reader, { type: 'user', id })
    if (recipient?.email) recipients.push(recipient)
  }
  return { recipients, figures }
}
