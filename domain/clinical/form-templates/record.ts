import type { FormTemplate as FormTemplateModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadFormTemplate } from './queries.ts'
import { toFormTemplate, type FormTemplate } from './schemas.ts'

/** How a template is loaded, written and shown by the verbs that change it. */
export const formTemplateRecord: RecordKind<
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
}
