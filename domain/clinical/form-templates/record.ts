import type { FormTemplate as FormTemplateModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadFormTemplate } from './queries.ts'
import { toFormTemplate, type FormTemplate } from './schemas.ts'

/** How a template is loaded, written and shown by the verbs that change it. */
export const formTemplateRecord: ArchivableKind<
  FormTemplateModel,
  Prisma.FormTemplateUncheckedUpdateInput,
  FormTemplate
> = {
  type: 'formTemplate',
  table: 'form_templates',
  permission: 'form-templates:write',
  load: loadFormTemplate,
  update: (tx, id, data) => tx.db.formTemplate.update({ where: keyOf(tx, id), data }),
  show: toFormTemplate,
  // An archived form is no longer requested, even if a service requires it. Forms already sent can still be
  // answered.
  ...archivable,
}
