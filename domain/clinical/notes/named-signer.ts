import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The signer's current name, and the login session in which a person signs. */
export const namedSigner = async ({ db, tenantId, actor }: Transaction) => {
  const { kind, id, through } = actor
  const one = { where: { tenantId, id }, select: { name: true } }
  const named = kind === 'USER' ? await db.user.findFirst(one) : await db.apiKey.findFirst(one)
  return { signerName: named?.name ?? id, signerSessionId: through ?? null }
}
