import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { LANGUAGES, platformLanguageOf } from '#messaging/locales/languages.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadIfsp, showIfsp, wholePlan } from './queries.ts'
import { renderIfsp } from './render-ifsp.ts'

export const IfspPdfQuery = z.strictObject({
  language: z.enum(LANGUAGES).optional().meta({
    description:
      'Language of the headings; defaults to that of the family’s check-ins, or else the centre’s. What people wrote stays as it is.',
  }),
})

/** A plan as a PDF for the family. It is rendered after the transaction that reads the data. */
export const exportIfspPdf = async (
  ctx: Context,
  { id, language: asked }: { id: string } & z.infer<typeof IfspPdfQuery>,
) =>
  renderIfsp(
    await read(
      ctx,
      ['early-intervention:read', 'children:read', 'providers:read'],
      async (reader) => {
        const row = await loadIfsp(reader, id)
        const plan = wholePlan(row)
        const child = await reader.db.child.findFirstOrThrow({
          where: inTenant(reader, row.program.childId),
        })
        const coordinator =
          plan.coordinatorId === null
            ? null
            : await reader.db.provider.findFirst({ where: inTenant(reader, plan.coordinatorId) })
        const terms = await loadMessagingTerms(reader)
        return {
          ifsp: showIfsp(row),
          plan,
          centre: terms.centre,
          childName: `${child.firstName} ${child.lastName}`,
          birthDate: dateText(child.birthDate),
          coordinator: coordinator?.name ?? '–',
          language: asked ?? platformLanguageOf(row.program.checkInLanguage, terms.language),
        }
      },
    ),
  )
