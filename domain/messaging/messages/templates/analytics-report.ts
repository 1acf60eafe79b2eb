import { z } from 'zod'
import { moneyText } from '#platform/core/money/money.ts'
import { defineTemplate, type Language } from './define-template.ts'
import { paragraphsOf } from './paragraphs-of.ts'

const Line = z.strictObject({
  startsOn: z.string(),
  endsOn: z.string(),
  /** Null of a total. */
  about: z.string().nullable(),
  metric: z.string(),
  unit: z.enum(['COUNT', 'RATIO', 'MINUTES', 'DAYS', 'MONEY']),
  currency: z.string().nullable(),
  value: z.number().nullable(),
  previousValue: z.number().nullable(),
  isSuppressed: z.boolean(),
})
type Line = z.infer<typeof Line>

export const analyticsReport = defineTemplate({
  description: 'When an agent of the centre mails figures, to users who may ask for them.',
  variables: z.strictObject({
    firstName: z.string(),
    subject: z.string(),
    text: z.string().nullable(),
    startsOn: z.string(),
    endsOn: z.string(),
    /** The first of them. */
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
  write: {
    en: ({ firstName, subject, text, startsOn, endsOn, lines }) => ({
      subject,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        ...(text === null ? [] : paragraphsOf(text)),
        `${startsOn} to ${endsOn}. All figures are in the attached file.`,
      ],
      table: tableOf(lines, 'en'),
    }),
    de: ({ firstName, subject, text, startsOn, endsOn, lines }) => ({
      subject,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        ...(text === null ? [] : paragraphsOf(text)),
        `${startsOn} bis ${endsOn}. Alle Zahlen stehen in der angehängten Datei.`,
      ],
      table: tableOf(lines, 'de'),
    }),
  },
  attachments: ({ startsOn, endsOn, csv }) => [
    {
      filename: `figures-${startsOn}-${endsOn}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: csv,
    },
  ],
})

const WORDS = {
  en: {
    heads: ['Days', 'Of', 'Figure', 'Value', 'Before'],
    total: 'Total',
    withheld: 'withheld',
    nothing: 'Nothing was counted',
    elsewhere: 'None of these',
  },
  de: {
    heads: ['Tage', 'Wovon', 'Kennzahl', 'Wert', 'Vorher'],
    total: 'Gesamt',
    withheld: 'zurückgehalten',
    nothing: 'Nichts wurde gezählt',
    elsewhere: 'Nichts davon',
  },
} as const satisfies Record<Language, unknown>

const tableOf = (lines: readonly Line[], language: Language): string[][] => {
  const { heads, total, nothing, elsewhere } = WORDS[language]
  if (lines.length === 0) return [[nothing]]
  return [
    [...heads],
    ...lines.map((line) => [
      line.startsOn === line.endsOn ? line.startsOn : `${line.startsOn} – ${line.endsOn}`,
      line.about === null ? total : line.about || elsewhere,
      line.metric,
      valueOf(line, line.value, language),
      valueOf(line, line.previousValue, language),
    ]),
  ]
}

const valueOf = (
  { unit, currency, isSuppressed }: Line,
  value: number | null,
  language: Language,
): string => {
  if (isSuppressed) return WORDS[language].withheld
  if (value === null) return '–'
  if (unit === 'MONEY') return moneyText(value, currency!)
  return new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
    style: unit === 'RATIO' ? 'percent' : 'decimal',
    maximumFractionDigits: 1,
  }).format(value)
}
