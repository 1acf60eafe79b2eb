import { z } from 'zod'
import { moneyText } from '#platform/core/money/money.ts'
import type { Part } from '../../locales/texts-of.ts'
import { localeOf } from '../../locales/times.ts'
import { defineTemplate, type Writing } from './define-template.ts'

const Line = z.strictObject({
  startsOn: z.string(),
  endsOn: z.string(),
  /** What the figure is about; null for a total. */
  about: z.string().nullable(),
  metric: z.string(),
  unit: z.enum(['COUNT', 'RATIO', 'MINUTES', 'DAYS', 'MONEY']),
  currency: z.string().nullable(),
  value: z.number().nullable(),
  previousValue: z.number().nullable(),
  isSuppressed: z.boolean(),
})
type Line = z.infer<typeof Line>

export const analyticsReport = defineTemplate('analytics.report', {
  description:
    'Sent when an agent of the centre e-mails figures, to users who are allowed to read them.',
  variables: z.strictObject({
    firstName: z.string(),
    subject: z.string(),
    text: z.string().nullable(),
    startsOn: z.string(),
    endsOn: z.string(),
    /** The first lines of the report. */
    lines: z.array(Line),
    csv: z.string(),
  }),
  example: {
    firstName: 'Ana',
    subject: 'Figures of the week',
    text: null,
    startsOn: '2026-11-16',
    endsOn: '2026-11-22',
    lines: [
      {
        startsOn: '2026-11-16',
        endsOn: '2026-11-22',
        about: null,
        metric: 'Appointments booked',
        unit: 'COUNT',
        currency: null,
        value: 412,
        previousValue: 398,
        isSuppressed: false,
      },
    ],
    csv: 'startsOn,endsOn,metric,value\r\n2026-11-16,2026-11-22,APPOINTMENTS_BOOKED,412\r\n',
  },
  paragraphs: ['text', 'period'],
  table: ({ lines }, writing) => tableOf(lines, writing),
  attachments: ({ startsOn, endsOn, csv }) => [
    {
      filename: `figures-${startsOn}-${endsOn}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: csv,
    },
  ],
})

const tableOf = (
  lines: readonly Line[],
  { say, language }: Writing<Part<'messages', 'analytics.report'>>,
) => {
  const heads = [say('days'), say('about'), say('figure'), say('value'), say('before')]
  const valueOf = ({ isSuppressed, unit, currency }: Line, value: number | null): string => {
    if (isSuppressed) return say('withheld')
    if (value === null) return '–'
    if (unit === 'MONEY') return moneyText(value, currency!)
    return new Intl.NumberFormat(localeOf(language), {
      style: unit === 'RATIO' ? 'percent' : 'decimal',
      maximumFractionDigits: 1,
    }).format(value)
  }
  if (lines.length === 0) return [[say('nothing')]]
  return [
    heads,
    ...lines.map((line) => [
      line.startsOn === line.endsOn ? line.startsOn : `${line.startsOn} – ${line.endsOn}`,
      line.about === null ? say('total') : line.about || say('elsewhere'),
      line.metric,
      valueOf(line, line.value),
      valueOf(line, line.previousValue),
    ]),
  ]
}
