import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { LANGUAGES, platformLanguageOf } from '#messaging/locales/languages.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadReport, READING_NEEDS } from './queries.ts'
import { renderReport } from './render-report.ts'
import { toClinicalReport } from './schemas.ts'

export const ClinicalReportPdfQuery = z.strictObject({
  language: z.enum(LANGUAGES).optional().meta({
    description:
      'Language of the headings; defaults to that of the centre. What people wrote stays as it is.',
  }),
})

export const PRINTING_NEEDS = [...READING_NEEDS, 'children:read', 'providers:read'] as const

/** A report as a PDF for payers, schools and the family. It is rendered after the transaction that reads the data. */
export const exportClinicalReportPdf = async (
  ctx: Context,
  { id, language: asked }: { id: string } & z.infer<typeof ClinicalReportPdfQuery>,
) =>
  renderReport(
    await read(ctx, PRINTING_NEEDS, async (reader) => {
      const report = toClinicalReport(await loadReport(reader, id))
      const child = await reader.db.child.findFirstOrThrow({
        where: inTenant(reader, report.childId),
      })
      const provider = await reader.db.provider.findFirstOrThrow({
        where: inTenant(reader, report.providerId),
      })
      const terms = await loadMessagingTerms(reader)
      return {
        report,
        centre: terms.centre,
        childName: `${child.firstName} ${child.lastName}`,
        birthDate: dateText(child.birthDate),
        therapist: provider.name,
        language: asked ?? platformLanguageOf(null, terms.language),
      }
    }),
  )
