import type { Child as ChildRow } from '#prisma/generated/client.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { assertUnrestricted } from '#people/persons/assert-unrestricted.ts'

/**
 * Allows a question about a child to be sent to a model only with a guardian's consent, and not under a
 * restriction of processing.
 */
export const assertAiProcessing = async (reader: Reader, child: ChildRow): Promise<void> => {
  await assertUnrestricted(reader, child)
  if (await hasConsented(reader, child)) return
  throw new DomainError(
    'consent_missing',
    'A question about a child can go to a language model only with consent to AI_PROCESSING. Record the consent (POST /v1/consents) and ask again, or ask without childId and without naming the child.',
    { extra: { missing: ['AI_PROCESSING'] } },
  )
}

/** Whether {@link assertAiProcessing} would allow it. */
export const isAiProcessingAllowed = async (reader: Reader, child: ChildRow): Promise<boolean> =>
  child.restrictedAt === null && hasConsented(reader, child)

const hasConsented = async ({ db, tenantId, now }: Reader, child: ChildRow): Promise<boolean> => {
  const consent = await db.consent.findFirst({
    where: {
      tenantId,
      childId: child.id,
      kind: 'AI_PROCESSING',
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    select: { id: true },
  })
  return consent !== null
}
