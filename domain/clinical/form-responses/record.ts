import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { include, loadFormResponse, loadProviderForm, unaltered } from './queries.ts'
import type { FormResponseRow } from './schemas.ts'

export type FormRecord = RecordKind<
  FormResponseRow,
  Prisma.FormResponseUncheckedUpdateInput,
  FormResponseRow
>

const stored = {
  table: 'form_responses',
  update: (tx, id, data) => tx.db.formResponse.update({ where: keyOf(tx, id), data, include }),
  show: (row) => row,
} satisfies Partial<FormRecord>

/** How a form about a child is loaded and written by the verbs that change it. */
export const formResponseRecord: FormRecord = {
  ...stored,
  type: 'formResponse',
  permission: 'form-responses:write',
  load: unaltered(loadFormResponse),
}

/** How a provider's form is loaded and written by the verbs that change it. */
export const providerFormRecord: FormRecord = {
  ...stored,
  type: 'providerForm',
  permission: 'provider-documents:write',
  load: unaltered(loadProviderForm),
}
