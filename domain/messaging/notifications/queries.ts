import type { Reader } from '#platform/core/transactions/transaction.ts'

/** What was chosen for a person and for roles. */
export const loadChoices = ({ db, tenantId }: Reader, chosenFor: readonly string[]) =>
  db.notificationChoice.findMany({ where: { tenantId, chosenFor: { in: [...chosenFor] } } })
