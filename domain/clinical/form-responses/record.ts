import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { include, loadResponseToChange } from './queries.ts'
import { toFormResponse, type FormResponse, type FormResponseRow } from './schemas.ts'

/** How a response is loaded, written and shown by the verbs that change it. */
export const formResponseRecord: RecordKind<
  FormResponseRow,
  Prisma.FormResponseUncheckedUpdateInput,
  FormResponse
> = {
  type: 'formResponse',
  table: 'form_responses',
  permission: 'form-responses:write',
  load: loadResponseToChange,
  update: (tx, id, data) => tx.db.formResponse.update({ where: keyOf(tx, id), data, include }),
  show: toFormResponse,
}
