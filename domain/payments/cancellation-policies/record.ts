import type { CancellationPolicy as PolicyModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadCancellationPolicy } from './queries.ts'
import { toCancellationPolicy, type CancellationPolicy } from './schemas.ts'

/** How a cancellation policy is loaded, written and shown by the verbs that change it. */
export const cancellationPolicyRecord: ArchivableKind<
  PolicyModel,
  Prisma.CancellationPolicyUncheckedUpdateInput,
  CancellationPolicy
> = {
  type: 'cancellationPolicy',
  table: 'cancellation_policies',
  permission: 'cancellation-policies:write',
  load: loadCancellationPolicy,
  update: (tx, id, data) => tx.db.cancellationPolicy.update({ where: keyOf(tx, id), data }),
  show: toCancellationPolicy,
  ...archivable,
}
