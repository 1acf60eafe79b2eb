import { newId } from '#platform/core/records/ids.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Posting } from './posting-rules.ts'

interface Input {
  subject: Subject
  currency: string
  /** Undefined if nothing is posted. */
  posting: Posting | undefined
}

/**
 * Posts to the ledger in the transaction of a verb. Runs as the centre, because callers need not be able to see
 * the ledger.
 */
export const postTransaction = async (
  tx: Transaction,
  { subject, currency, posting }: Input,
): Promise<void> => {
  if (!posting) return
  const lines = posting.lines.map((line) => ({
    entry_id: newId('ledgerEntry'),
    account_id: newId('ledgerAccount'),
    kind: line.account,
    client_id: line.clientId ?? null,
    provider_id: line.providerId ?? null,
    payer_id: line.payerId ?? null,
    amount_minor: line.amountMinor,
  }))
  const row = {
    id: newId('ledgerTransaction'),
    kind: posting.kind,
    subjectType: subject.type,
    subjectId: subject.id,
    currency,
    postedAt: utc(tx.now),
    lines,
  }
  await tx.asCentre(() => tx.sql(POST, [tx.tenantId, JSON.stringify(row)]))
}

const POST = 'SELECT therapy.post_to_ledger($1, $2::jsonb) AS posted'
